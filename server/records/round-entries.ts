import { sql } from 'drizzle-orm';
import type { EntryFacts, EntryPhoto } from '#contract/records/observation.ts';
import { isoInstant } from '../db/database.ts';
import { readTogether } from '../db/read-together.ts';
import type { HospitalScope } from '../db/scope.ts';

type PhotoRow = EntryPhoto & Record<'roundId' | 'deviceId', string> & Record<string, unknown>;
type EntryRow = Omit<EntryFacts, 'photos' | 'observedAt'> &
  Record<'roundId' | 'observedAt', string> &
  Record<string, unknown>;

/** Reads the entries of rounds with their photos, by the id of the round. */
export async function readRoundEntries(
  scope: HospitalScope,
  roundIds: readonly string[],
): Promise<Map<string, EntryFacts[]>> {
  const found = new Map<string, EntryFacts[]>();
  if (roundIds.length === 0) return found;
  const wanted = sql`${sql.param(roundIds)}::text[]`;
  const photos = new Map<string, EntryPhoto[]>();
  const reading = readTogether(scope);
  const photoRows = reading.rows<PhotoRow>(sql`
    select u.owner_id as "roundId", u.part_id as "deviceId", u.sha256, u.name, a.mime, a.size_bytes as size,
      a.received_at is not null as received, case when a.received_at is null then u.missing end as missing
    from attachment_use u join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256
    where u.hospital_id = ${scope.id} and u.owner_kind = 'round' and u.owner_id = any(${wanted})`);
  const entryRows = reading.rows<EntryRow>(sql`
    select round_id as "roundId", device_id as "deviceId", status, description, not_seen_reason as "notSeenReason",
      confirmed_by as "confirmedBy", observed_at as "observedAt"
    from round_entry where hospital_id = ${scope.id} and round_id = any(${wanted})`);
  const [photosFound, rows] = await Promise.all([photoRows, entryRows]);
  for (const { roundId, deviceId, missing, ...photo } of photosFound) {
    const key = `${roundId} ${deviceId}`;
    photos.set(key, [...(photos.get(key) ?? []), { ...photo, ...(missing && { missing }) }]);
  }
  for (const { roundId, ...row } of rows) {
    const entry = {
      ...row,
      observedAt: isoInstant(row.observedAt),
      photos: photos.get(`${roundId} ${row.deviceId}`) ?? [],
    };
    const known = found.get(roundId);
    if (known) known.push(entry);
    else found.set(roundId, [entry]);
  }
  return found;
}
