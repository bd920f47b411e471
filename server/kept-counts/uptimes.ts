import type { Moment } from '#contract/pages/moment.ts';
import { uptimePercentage } from '#contract/rules/uptime.ts';
import { inParts } from '../in-parts.ts';
import type { DownDevice } from './downtimes.ts';

/** Computes the uptimes of devices that were down, by id. Units: percent. */
export async function uptimesOf(
  down: ReadonlyMap<string, DownDevice>,
  { now, timeZone }: Moment,
): Promise<Map<string, number>> {
  return new Map(
    await inParts(down, ([id, device]): [string, number] => [id, uptimePercentage({ ...device, now, timeZone })]),
  );
}
