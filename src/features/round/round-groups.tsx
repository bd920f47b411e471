import { memo, useCallback, useMemo } from 'react';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { hospitalDay, hospitalTime } from '#contract/rules/hospital-day.ts';
import { useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { Card } from '#ui/ui/card.tsx';
import { VisuallyHidden } from '#ui/ui/visually-hidden.tsx';
import { isAnswered } from '#ui/work/round-under-way.ts';
import { type RoundDraft, rowOf } from './round-draft.ts';
import { RoundPlace } from './round-place.tsx';
import type { RowsShare } from './rows-share.ts';
import { unconfirmedId } from './status-choice.tsx';
import type { DepartmentGroup } from './walking-order.ts';

interface RoundGroupsProps extends RowsShare {
  departments: readonly DepartmentGroup<DeviceRecord>[];
  /** How many rows are drawn; the remaining rooms show only their headings. */
  mostRows: number;
  draft: RoundDraft;
  templateDeviceIds: readonly string[];
  missing: ReadonlyMap<string, string>;
  onConfirmPlace: (deviceIds: readonly string[], place: string) => void;
}

/** Lists the devices in walking order: a sheet for each department, with a table for each place. */
export const RoundGroups = memo(function RoundGroups(props: RoundGroupsProps) {
  const { departments, mostRows, draft, templateDeviceIds, missing, onConfirmPlace, ...rows } = props;
  const inTemplate = useMemo(() => new Set(templateDeviceIds), [templateDeviceIds]);
  const findingOf = useFindings();
  const rowsBefore = useRowsBefore(departments);
  const cards = departments.map((group) => (
    <Card
      key={`${group.department} ${group.deviceIds[0] ?? ''}`}
      title={group.department}
      flush
      low
      actions={
        <span className="text-sm text-muted">
          {group.deviceIds.filter((id) => isAnswered(rowOf(draft, id))).length} of {group.deviceIds.length}
        </span>
      }
    >
      {group.locations.map(({ location, devices }) => (
        <RoundPlace
          key={`${location} ${devices[0]?.id ?? ''}`}
          department={group.department}
          location={location}
          devices={devices}
          mostRows={Math.min(devices.length, Math.max(0, mostRows - (rowsBefore.get(devices) ?? 0)))}
          draft={draft}
          inTemplate={inTemplate}
          missing={missing}
          findingOf={findingOf}
          onConfirm={onConfirmPlace}
          {...rows}
        />
      ))}
    </Card>
  ));
  return (
    <>
      <VisuallyHidden id={unconfirmedId}>Not confirmed yet</VisuallyHidden>
      {cards}
    </>
  );
});

/** Counts the rows before those of each place. */
function useRowsBefore(departments: RoundGroupsProps['departments']): ReadonlyMap<readonly DeviceRecord[], number> {
  return useMemo(() => {
    const places = departments.flatMap(({ locations }) => locations.map(({ devices }) => devices));
    const before = new Map<readonly DeviceRecord[], number>();
    places.reduce((sum, devices) => (before.set(devices, sum), sum + devices.length), 0);
    return before;
  }, [departments]);
}

/**
 * Returns a function that says what the last round found at a device, and when: `Last: Needs Attention, 3 Nov 2026`;
 * the time only for a round of today.
 */
function useFindings(): (device: DeviceRecord) => string {
  const today = useToday();
  const timeZone = useTimeZone();
  return useCallback(
    ({ latest }) => {
      if (!latest) return 'No finding yet';
      const day = hospitalDay(latest.observedAt, timeZone);
      const when = day === today ? hospitalTime(latest.observedAt, timeZone) : formatShortDay(day);
      // On a phone the day stays in one line.
      return `Last: ${latest.status}, ${when.replaceAll(' ', '\u00A0')}`;
    },
    [today, timeZone],
  );
}
