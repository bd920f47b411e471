import { and, eq, ne, sql } from 'drizzle-orm';
import type { RoundEntry } from '#contract/daily-round.ts';
import { registerFiles } from '../attachments/register.ts';
import type { EntryTime, Handler } from '../context.ts';
import { round, roundEntry, roundTemplate } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { observeDevices } from './observe.ts';

/**
 * Takes a round: the facts as they are, then what they change. Both rounds of one template and day are kept; retired
 * templates and devices are accepted with a notice. Source: sync.md, section 6.
 * Throws: ApiError `record.unknown` for a template or device this hospital never had.
 */
export const submitRound: Handler<'submitRound'> = async ({ body, hospital, actor, id, time, now }) => {
  const [first] = body;
  if (!first) throw new ApiError('input.invalid');
  const { dailyRoundTemplateId: templateId, date: onDay } = first;
  const template = await hospital.find(roundTemplate, eq(roundTemplate.id, templateId), { lock: true });
  if (!template) throw unknownRecord('template');
  const { entries, retired } = await resolveEntries(hospital, body);

  const others = await hospital.list(
    round,
    and(eq(round.templateId, templateId), eq(round.onDay, onDay), ne(round.id, id)),
    { orderBy: sql`submitted_at, id` },
  );
  const count = (status: RoundEntry['status']) => entries.filter(({ entry }) => entry.status === status).length;
  await hospital.insert(round, {
    id,
    templateId,
    onDay,
    userId: actor.id,
    userName: actor.name,
    submittedAt: time.at,
    madeAt: time.madeAt,
    receivedAt: now,
    clockFlagged: time.clockFlagged,
    operational: count('Operational'),
    needsAttention: count('Needs Attention'),
    notWorking: count('Not Working'),
    notSeen: count('Not Seen'),
  });
  await hospital.insert(
    roundEntry,
    entries.map(({ entry, deviceId }) => ({
      roundId: id,
      deviceId,
      status: entry.status,
      description: entry.description,
      notSeenReason: entry.notSeenReason ?? null,
      confirmedBy: entry.confirmedBy,
      observedAt: observedAt(entry, time, now),
      templateId,
      onDay,
    })),
  );
  for (const { entry, deviceId } of entries) {
    await registerFiles(hospital, { kind: 'round', id, part: deviceId }, entry.photos, actor.name, now);
  }
  await hospital.update(
    roundTemplate,
    {
      completedRoundsCount: sql`${roundTemplate.completedRoundsCount} + 1`,
      lastRoundAt: sql`greatest(${roundTemplate.lastRoundAt}, ${time.at.toISOString()}::timestamptz)`,
      lastRoundOn: sql`greatest(${roundTemplate.lastRoundOn}, ${onDay}::date)`,
    },
    eq(roundTemplate.id, templateId),
  );
  const seen = entries.filter(({ entry }) => entry.status !== 'Not Seen');
  await observeDevices(
    hospital,
    seen.map(({ entry, deviceId }) => ({ deviceId, observedAt: observedAt(entry, time, now) })),
  );
  hospital.touch('round', id);
  if (!template.retiredAt) hospital.touch('template', templateId);
  hospital.touch('device', ...seen.map(({ deviceId }) => deviceId).filter((deviceId) => !retired.has(deviceId)));

  const notices = [
    ...(template.retiredAt ? ['This template was retired in the meantime. The round is kept.'] : []),
    ...entries
      .filter(({ deviceId }) => retired.has(deviceId))
      .map(({ entry }) => `${entry.serialNumber} was retired in the meantime. Its entry is kept.`),
    ...(time.clockFlagged ? ['The clock of this device is more than 10 minutes off.'] : []),
  ];
  return {
    roundId: id,
    ...(others.length > 0
      ? {
          others: others.map((other) => ({
            roundId: other.id,
            by: other.userName,
            submittedAt: other.submittedAt.toISOString(),
          })),
        }
      : {}),
    ...(notices.length > 0 ? { notices } : {}),
  };
};

/** The device's own time of an entry with its clock put right; an entry is never later than its receipt. */
function observedAt(entry: RoundEntry, time: EntryTime, now: Date): Date {
  if (entry.observedAt === undefined) return time.at;
  return new Date(Math.min(Date.parse(entry.observedAt) + time.offsetMs, now.getTime()));
}

/**
 * Finds the device of each entry by id, else by serial number, where a living device goes before a retired one. The
 * devices are locked in one order: of two rounds at once the second sees the entries of the first.
 */
async function resolveEntries(
  scope: HospitalScope,
  body: readonly RoundEntry[],
): Promise<{ entries: { entry: RoundEntry; deviceId: string }[]; retired: Set<string> }> {
  const ids = body.flatMap((entry) => entry.installationBaseId ?? []);
  const serials = body.map(({ serialNumber }) => serialNumber.toLowerCase());
  const rows = await scope.rows<{ id: string; serial: string; retired: boolean }>(sql`
    select id, lower(serial_number) as serial, retired_at is not null as retired from installation
    where hospital_id = ${scope.id}
      and (id = any(${sql.param(ids)}::text[]) or lower(serial_number) = any(${sql.param(serials)}::text[]))
    order by id for no key update`);
  const known = new Set(rows.map(({ id }) => id));
  const livingLast = rows.toSorted((a, b) => Number(b.retired) - Number(a.retired));
  const bySerial = new Map(livingLast.map(({ id, serial }) => [serial, id]));
  const entries = new Map<string, { entry: RoundEntry; deviceId: string }>();
  for (const entry of body) {
    const { installationBaseId: id, serialNumber } = entry;
    const deviceId = id !== undefined && known.has(id) ? id : bySerial.get(serialNumber.toLowerCase());
    if (deviceId === undefined) throw new ApiError('record.unknown', `The device ${serialNumber} does not exist.`);
    entries.set(deviceId, { entry, deviceId });
  }
  return { entries: [...entries.values()], retired: new Set(rows.flatMap(({ id, retired }) => (retired ? id : []))) };
}
