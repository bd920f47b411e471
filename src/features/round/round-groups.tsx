import { memo } from 'react';
import type { DeviceRecord } from '#contract/replica.ts';
import { Card } from '#ui/ui/card.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { isAnswered, type RoundAction, type RoundDraft, rowOf } from './round-draft.ts';
import { RoundRow } from './round-row.tsx';
import type { DepartmentGroup } from './walking-order.ts';

interface RoundGroupsProps {
  departments: readonly DepartmentGroup<DeviceRecord>[];
  draft: RoundDraft;
  templateDeviceIds: readonly string[];
  missing: ReadonlyMap<string, string>;
  onChange: (action: RoundAction) => void;
  onPhoto: (deviceId: string, file: File) => Promise<void>;
}

/** The devices in walking order: a sheet for each department, in it a table for each place. */
export const RoundGroups = memo(function RoundGroups(props: RoundGroupsProps) {
  const { departments, draft, templateDeviceIds, missing, onChange, onPhoto } = props;
  const inTemplate = new Set(templateDeviceIds);
  return departments.map((group) => (
    <Card
      key={group.department}
      title={group.department}
      flush
      actions={
        <span className="text-sm text-muted tabular-nums">
          {group.deviceIds.filter((id) => isAnswered(rowOf(draft, id))).length} of {group.deviceIds.length}
        </span>
      }
    >
      {group.locations.map(({ location, devices }) => (
        <section key={location} aria-label={`${group.department}, ${location}`} className="@container">
          <h3 className="flex items-center gap-1.5 border-b border-line bg-sunken px-3 py-0.5 text-sm font-semibold text-muted @xl:px-4">
            <Icon name="location" size={16} />
            {location}
          </h3>
          {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- rows laid out as a grid lose the table's own roles in Safari */}
          <table role="table" aria-label={`Devices: ${group.department}, ${location}`} className="block w-full">
            <tbody className="block">
              {devices.map((device) => (
                <RoundRow
                  key={device.id}
                  device={device}
                  row={rowOf(draft, device.id)}
                  isAdded={!inTemplate.has(device.id)}
                  missing={missing.get(device.id)}
                  onChange={onChange}
                  onPhoto={onPhoto}
                />
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </Card>
  ));
});
