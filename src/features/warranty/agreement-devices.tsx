import { useState } from 'react';
import type { SerialSuggestion } from '#contract/calls/warranty.ts';
import { statusOf } from '#contract/rules/device-status.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { paths } from '#ui/paths.ts';
import { DeviceStatusBadge } from '#ui/work/status-badges.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { LinkRow } from '#ui/ui/link-row.tsx';

/** Number of devices shown until all are requested. */
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
              <LinkRow
                key={id}
                to={paths.device(serialNumber)}
                title={`${equipment} ${serialNumber}`}
                detail={[model, device?.departmentName].filter(Boolean).join(', ')}
              >
                {device && <DeviceStatusBadge status={statusOf(device)} />}
              </LinkRow>
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
