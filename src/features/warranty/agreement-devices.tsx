import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { SerialSuggestion } from '#contract/calls/warranty.ts';
import { statusOf } from '#contract/rules/device-status.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { paths } from '#ui/paths.ts';
import { DeviceStatusBadge } from '#ui/work/status-badges.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';

/** Number of devices that the page shows before it is asked for all. */
const firstDevices = 10;

/** Lists the devices that a contract covers, each with its place and status as this tablet knows them. */
export function AgreementDevices({ devices }: { devices: readonly SerialSuggestion[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? devices : devices.slice(0, firstDevices);
  const known = useView(
    (view) => shown.map(({ installationBaseEntityId: id }) => view.get('device', id)),
    [isWhole, devices],
  );
  return (
    <Card title={`Devices (${devices.length})`} flush>
      {devices.length === 0 && <EmptyState icon="device" title="No device in use." />}
      {devices.length > 0 && (
        <ul className="divide-y divide-line">
          {shown.map(({ installationBaseEntityId: id, serialNumber, equipment, model }, place) => {
            const device = known[place];
            return (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2 sm:px-5">
                <span className="min-w-0">
                  <Link
                    to={paths.device(serialNumber)}
                    className="-my-2.5 inline-block py-2.5 font-semibold wrap-anywhere text-primary-ink underline underline-offset-4"
                  >
                    {equipment} {serialNumber}
                  </Link>
                  <span className="block text-sm wrap-anywhere text-muted">
                    {[model, device?.departmentName].filter(Boolean).join(', ')}
                  </span>
                </span>
                {device && <DeviceStatusBadge status={statusOf(device)} />}
              </li>
            );
          })}
        </ul>
      )}
      {shown.length < devices.length && (
        <div className="border-t border-line p-3">
          <Button wide onClick={() => setWhole(true)}>
            Show all {devices.length}
          </Button>
        </div>
      )}
    </Card>
  );
}
