import { averageUptime } from '#contract/rules/uptime.ts';
import { readDowntimes } from '../kept-counts/downtimes.ts';
import { uptimesOf } from '../kept-counts/uptimes.ts';
import type { HospitalScope } from '../db/scope.ts';

/**
 * Computes the mean uptime over the installed devices of each make. Only devices that were down in the last 365 days
 * are read; all others count as 100. Units: percent, 2 decimals. Source: docs/product.md P26.
 */
export async function makeUptimes(
  scope: HospitalScope,
  makes: readonly { id: string; installBase: number }[],
  now: Date,
): Promise<(makeId: string) => number> {
  const wanted = makes.filter(({ installBase }) => installBase > 0);
  const down = new Map<string, number[]>(wanted.map(({ id }) => [id, []]));
  const { timeZone } = scope.facts;
  const devices = await readDowntimes(scope, now, { makeIds: [...down.keys()] });
  for (const [id, uptime] of await uptimesOf(devices, { now, timeZone })) {
    down.get(devices.get(id)?.makeId ?? '')?.push(uptime);
  }
  const uptimes = new Map(
    wanted.map(({ id, installBase }) => {
      const percentages = down.get(id) ?? [];
      return [id, averageUptime(percentages, Math.max(0, installBase - percentages.length))];
    }),
  );
  return (makeId) => uptimes.get(makeId) ?? averageUptime([]);
}
