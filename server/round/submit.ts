import { eq, sql, type SQL } from 'drizzle-orm';
import type { RoundEntry } from '#contract/calls/round/submit.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { correctedInstant } from '#contract/rules/entry-time.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { roundDay } from '#contract/rules/round-day.ts';
import { sameKey } from '#contract/rules/text.ts';
import { registerFiles } from '../attachment/register.ts';
import type { EntryTime, Handler, SessionActor } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { roundTemplate } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError, invalidField, unknownRecord } from '../problem.ts';
import { clockNotices } from '../records/clock-notices.ts';
import { earlierEntries, isSettled, type KnownObservation, observeDevices, type EarlierEntry } from './observe.ts';

/** An entry with its device. */
interface ResolvedEntry {
  entry: RoundEntry;
  deviceId: string;
  /** The time of the entry, never later than its receipt. */
  observedAt: string;
}

/**
 * Accepts a round: stores the facts as they are, then applies their effects. Two rounds of one template on one day are
 * both kept; retired templates and devices are accepted with a notice. Source: docs/product.md P52.
 * Throws: ApiError `record.unknown` for a template or device that this hospital never had.
 */
export const submitRound: Handler<'submitRound'> = async ({ body, hospital, actor, id, time, now }) => {
  const [first] = body;
  if (!first) throw new ApiError('input.invalid');
  const { dailyRoundTemplateId: templateId, date: said } = first;
  const onDay = dayOf(said, time, hospital.facts.timeZone);
  const { entries: resolved, known, retired, isTemplateRetired } = await resolveEntries(hospital, templateId, body);
  const clock = { at: time.at.toISOString(), offsetMs: time.offsetMs, latest: now.toISOString() };
  const entries = resolved.map(({ entry, deviceId }) => ({
    entry,
    deviceId,
    observedAt: correctedInstant(entry.observedAt, clock),
  }));

  const seen = entries.filter(({ entry }) => entry.status !== 'Not Seen');
  const { others, earlier } = await writeRound(
    hospital,
    { id, templateId, onDay, actor, time, now },
    entries,
    earlierEntries(
      hospital,
      seen.filter(({ entry: { status }, deviceId, observedAt }) => {
        const before = known.get(deviceId);
        return !before || !isSettled(before, { status, observedAt });
      }),
    ),
  );
  for (const { entry, deviceId } of entries) {
    await registerFiles(hospital, { kind: 'round', id, part: deviceId }, entry.photos, actor.name, now);
  }
  const fresh = seen.flatMap(({ entry: { status }, deviceId, observedAt }) =>
    status === 'Not Seen' ? [] : { deviceId, status, observedAt, templateId, day: onDay },
  );
  await observeDevices(hospital, earlier, fresh);
  hospital.touch('round', id);
  if (!isTemplateRetired) hospital.touch('template', templateId);
  hospital.touch('device', ...seen.map(({ deviceId }) => deviceId).filter((deviceId) => !retired.has(deviceId)));

  const notices = [
    ...(isTemplateRetired ? ['This template was retired in the meantime. The round is kept.'] : []),
    ...entries
      .filter(({ deviceId }) => retired.has(deviceId))
      .map(({ entry }) => `${entry.serialNumber} was retired in the meantime. Its entry is kept.`),
    ...dayNotices(said, onDay, time),
  ];
  return {
    roundId: id,
    ...(others.length > 0
      ? {
          others: others.map((other) => ({
            roundId: other.id,
            by: other.user_name,
            submittedAt: isoInstant(other.submitted_at),
          })),
        }
      : {}),
    ...(notices.length > 0 ? { notices } : {}),
  };
};

function dayNotices(said: LocalDay, onDay: LocalDay, time: EntryTime): string[] {
  if (onDay !== said) {
    const [counted, meant] = [formatShortDay(onDay), formatShortDay(said)];
    return [`The clock of this tablet is wrong: the round counts for ${counted}, not for ${meant}.`];
  }
  return clockNotices(time);
}

/**
 * Returns the day that the round counts for. Throws: ApiError `input.invalid` for a future day without the time of
 * entry.
 */
function dayOf(said: LocalDay, time: EntryTime, timeZone: string): LocalDay {
  const day = roundDay(said, time, timeZone);
  if (time.madeAt === null && day !== said)
    throw invalidField('date', 'The date of a round must not be in the future.');
  return day;
}

/** The state before a round. */
type Before = {
  /** Other rounds of the same template and day. */
  others: { id: string; user_name: string; submitted_at: string }[];
  earlier: EarlierEntry[];
};

/**
 * Writes a round with its entries and counts it for its template, in one statement that also reads the state before.
 * The caller must hold the locks of the template and the devices.
 */
async function writeRound(
  scope: HospitalScope,
  facts: { id: string; templateId: string; onDay: string; actor: SessionActor; time: EntryTime; now: Date },
  entries: readonly ResolvedEntry[],
  earlier: SQL,
): Promise<Before> {
  const { id, templateId, onDay, actor, time, now } = facts;
  const count = (status: RoundEntry['status']) => entries.filter(({ entry }) => entry.status === status).length;
  const column = <T>(pick: (row: ResolvedEntry) => T) => sql.param(entries.map(pick));
  const [before] = await scope.rows<Before>(sql`
    with made as (
      insert into round (hospital_id, id, template_id, on_day, user_id, user_name, submitted_at, made_at, received_at,
        clock_flagged, tablet_time, operational, needs_attention, not_working, not_seen)
      values (${scope.id}, ${id}, ${templateId}, ${onDay}::date, ${actor.id}, ${actor.name},
        ${time.at.toISOString()}::timestamptz, ${time.madeAt?.toISOString() ?? null}::timestamptz,
        ${now.toISOString()}::timestamptz, ${time.clockFlagged},
        ${time.tabletTime?.toISOString() ?? null}::timestamptz, ${count('Operational')}, ${count('Needs Attention')},
        ${count('Not Working')}, ${count('Not Seen')})
    ), kept as (
      insert into round_entry (hospital_id, round_id, device_id, status, description, not_seen_reason, confirmed_by,
        observed_at, template_id, on_day)
      select ${scope.id}, ${id}, e.device_id, e.status, e.description, e.reason, e.confirmed_by, e.observed_at,
        ${templateId}, ${onDay}::date
      from unnest(${column((row) => row.deviceId)}::text[], ${column(({ entry }) => entry.status)}::text[],
        ${column(({ entry }) => entry.description)}::text[], ${column(({ entry }) => entry.notSeenReason ?? null)}::text[],
        ${column(({ entry }) => entry.confirmedBy)}::text[],
        ${column(({ observedAt }) => observedAt)}::timestamptz[])
        as e (device_id, status, description, reason, confirmed_by, observed_at)
    ), counted as (
      update round_template
      set completed_rounds_count = completed_rounds_count + 1,
        last_round_at = greatest(last_round_at, ${time.at.toISOString()}::timestamptz),
        last_round_on = greatest(last_round_on, ${onDay}::date)
      where hospital_id = ${scope.id} and id = ${templateId}
    )
    select (select coalesce(json_agg(other), '[]') from (
      select id, user_name, submitted_at from round
      where hospital_id = ${scope.id} and template_id = ${templateId} and on_day = ${onDay}::date and id <> ${id}
      order by submitted_at, id
    ) other) as others, (select coalesce(json_agg(entry), '[]') from (${earlier}) entry) as earlier`);
  return before ?? { others: [], earlier: [] };
}

/**
 * Finds the device of each entry by id, or else by serial number, preferring a device in use over a retired one. Locks
 * the template first, then the devices in a fixed order: of two concurrent rounds, the second sees the entries of the
 * first.
 * Throws: ApiError `record.unknown`.
 */
async function resolveEntries(
  scope: HospitalScope,
  templateId: string,
  body: readonly RoundEntry[],
): Promise<{
  entries: Pick<ResolvedEntry, 'entry' | 'deviceId'>[];
  known: Map<string, KnownObservation>;
  retired: Set<string>;
  isTemplateRetired: boolean;
}> {
  const ids = body.flatMap((entry) => entry.installationBaseId ?? []);
  const byId = sql`i.id = any(${sql.param(ids)}::text[])`;
  const wanted = new Set(ids).size;
  // Looking up serial numbers as well doubles the cost, and a device with a known id does not need it.
  const named = ids.length === body.length ? await lockDevices(scope, templateId, byId) : [];
  const serials = sql.param(body.map(({ serialNumber }) => sameKey(serialNumber)));
  const rows =
    wanted > 0 && named.length === wanted
      ? named
      : await lockDevices(scope, templateId, sql`(${byId} or ward_key(i.serial_number) = any(${serials}::text[]))`);
  if (rows.length === 0 && !(await scope.find(roundTemplate, eq(roundTemplate.id, templateId)))) {
    throw unknownRecord('template');
  }
  const ofId = new Set(rows.map(({ id }) => id));
  const inUseLast = rows.toSorted((a, b) => Number(b.retired) - Number(a.retired));
  const bySerial = new Map(inUseLast.map(({ id, serial }) => [serial, id]));
  const entries = new Map<string, Pick<ResolvedEntry, 'entry' | 'deviceId'>>();
  for (const entry of body) {
    const { installationBaseId: id, serialNumber } = entry;
    const deviceId = id !== undefined && ofId.has(id) ? id : bySerial.get(sameKey(serialNumber));
    if (deviceId === undefined) throw new ApiError('record.unknown', `The device ${serialNumber} does not exist.`);
    entries.set(deviceId, { entry, deviceId });
  }
  return {
    entries: [...entries.values()],
    known: new Map(rows.map((row) => [row.id, row])),
    retired: new Set(rows.flatMap(({ id, retired }) => (retired ? id : []))),
    isTemplateRetired: rows.some((row) => row.isTemplateRetired),
  };
}

type LockedDevice = KnownObservation & { id: string; serial: string; retired: boolean; isTemplateRetired: boolean };

/** Locks the template and the devices (`i`) that meet a condition. */
function lockDevices(scope: HospitalScope, templateId: string, which: SQL): Promise<LockedDevice[]> {
  return scope.rows<LockedDevice>(sql`
    select i.id, ward_key(i.serial_number) as serial, i.retired_at is not null as retired,
      t.retired_at is not null as "isTemplateRetired", i.latest_status as "latestStatus",
      i.latest_observed_at as "latestAt", i.latest_flagged as "isLatestFlagged"
    from round_template t join installation i on i.hospital_id = t.hospital_id
    where t.hospital_id = ${scope.id} and t.id = ${templateId} and i.hospital_id = ${scope.id} and ${which}
    order by i.id for no key update of t, i`);
}
