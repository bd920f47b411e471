import type { ReactNode } from 'react';
import type { NamedDevice } from '#contract/records/ward.ts';
import { paths } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { InView } from '#ui/ui/in-view.tsx';
import { useView } from '#ui/engine/engine-provider.tsx';
import type { Told } from '#ui/engine/use-write.ts';

/** Shows the outcome of the entry just saved; renders nothing before that. */
export function ToldNotice({ told, action }: { told: Told | undefined; action?: ReactNode }) {
  if (told === undefined) return null;
  return (
    <div className="mb-4">
      <InView>
        <Alert tone={told.tone} action={action}>
          {told.text}
        </Alert>
      </InView>
    </div>
  );
}

interface DeviceFactsCardProps {
  title: string;
  deviceId: string;
  device: Pick<NamedDevice, 'serialNumber'> | undefined;
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Shows which device a task or ticket is about, with a link unless another device has its serial number now. */
export function DeviceFactsCard({ title, deviceId, device, facts }: DeviceFactsCardProps) {
  const isSerialReused = useView(
    (view) => device !== undefined && (view.deviceBySerial(device.serialNumber)?.id ?? deviceId) !== deviceId,
    [device, deviceId],
  );
  return (
    <Card
      title={title}
      actions={
        device &&
        !isSerialReused && (
          <ButtonLink variant="ghost" to={paths.device(device.serialNumber)}>
            Device
          </ButtonLink>
        )
      }
    >
      <Facts facts={facts} />
    </Card>
  );
}

/** Shows who a task or ticket is assigned to, above the actions. */
export function TechnicianCard({ title, name, children }: { title: string; name: string | null; children: ReactNode }) {
  return (
    <Card title={title}>
      <p className="flex items-center gap-2 font-medium">
        <Icon name="user" className="text-muted" />
        {name ?? 'Not assigned'}
      </p>
      {children && <div className="mt-3">{children}</div>}
    </Card>
  );
}

/** Shows a longer text under its name; renders nothing if it is empty. */
export function LongFact({ name, text }: { name: string; text: string }) {
  if (text === '') return null;
  return (
    <div>
      <h3 className="text-sm font-semibold">{name}</h3>
      <p className="whitespace-pre-wrap">{text}</p>
    </div>
  );
}
