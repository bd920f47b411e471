import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { latestObservation } from '#contract/rules/device-status.ts';
import { downtimesFromRounds } from '#contract/rules/uptime.ts';
import type { Database } from '#server/db/database.ts';
import { downtime, installation, roundEntry } from '#server/db/schema.ts';

/**
 * Checks that each device's state follows from all its entries, in whatever order they arrived (I11). Returns a line
 * for each device whose state on the server differs.
 */
export async function wrongDeviceStates(db: Database): Promise<string[]> {
  const entries = await db
    .select({
      deviceId: roundEntry.deviceId,
      status: roundEntry.status,
      observedAt: roundEntry.observedAt,
      templateId: roundEntry.templateId,
      day: roundEntry.onDay,
    })
    .from(roundEntry);
  const devices = await db.select().from(installation);
  const downtimes = await db.select().from(downtime).where(eq(downtime.sourceKind, 'round'));
  const wrong: string[] = [];
  for (const device of devices) {
    const seen = entries.flatMap(({ deviceId, status, observedAt, ...round }) =>
      deviceId === device.id && status !== 'Not Seen'
        ? [{ ...round, status, observedAt: observedAt.toISOString() }]
        : [],
    );
    const kept = device.latestObservedAt && {
      status: device.latestStatus,
      observedAt: device.latestObservedAt.toISOString(),
      flagged: device.latestFlagged,
    };
    const expected = latestObservation(seen);
    if (!isDeepStrictEqual(kept, expected))
      wrong.push(`${device.serialNumber} is ${JSON.stringify(kept)}, its rounds say ${JSON.stringify(expected)}`);
    const keptDown = downtimes
      .filter(({ deviceId }) => deviceId === device.id)
      .map(({ fromAt, toAt }) => ({ from: fromAt.toISOString(), to: toAt?.toISOString() ?? null }))
      .toSorted((a, b) => a.from.localeCompare(b.from));
    const expectedDown = downtimesFromRounds(seen).toSorted((a, b) => a.from.localeCompare(b.from));
    if (!isDeepStrictEqual(keptDown, expectedDown))
      wrong.push(
        `${device.serialNumber} was down ${JSON.stringify(keptDown)}, its rounds say ${JSON.stringify(expectedDown)}`,
      );
  }
  return wrong;
}
