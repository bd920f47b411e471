import { sql } from 'drizzle-orm';
import { defaultFigureSettings, type RoundDetailYears } from '#contract/rules/figures/settings.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { Executor } from '../db/database.ts';
import type { ClearingStep } from './clearing-step.ts';

/** Rounds of one batch: their entries are about as many rows as those of other batches. */
export const roundsPerBatch = 4;

/**
 * Drops the details of entries that say no more than that the device was working, in rounds older than the hospital's
 * retention time; the round keeps the ids of these devices. Entries with a text or a photo, findings, and devices not
 * seen stay as they are. Source: docs/product.md P284
 */
export const reduceRounds: ClearingStep = async (tx, { hospitalId, timeZone, now }, after) => {
  const kept = await keptYears(tx, hospitalId);
  if (kept === 'ever') return undefined;
  const [day = '0001-01-01', id = ''] = after === '' ? [] : after.split(' ');
  const done = await tx.execute<{ place: string }>(sql`
    with old as (
      select id from round
      where hospital_id = ${hospitalId} and (on_day, id) > (${day}::date, ${id}) and plain_devices is null
        and on_day < ${hospitalDay(now, timeZone)}::date - make_interval(years => ${Number(kept)}::int)
      order by on_day, id limit ${roundsPerBatch} for no key update
    ), gone as (
      delete from round_entry e using old
      where e.hospital_id = ${hospitalId} and e.round_id = old.id and e.status = 'Operational' and e.description = ''
        and not exists (
          select from attachment_use u
          where u.hospital_id = e.hospital_id and u.owner_kind = 'round' and u.owner_id = e.round_id and u.part_id = e.device_id)
      returning e.round_id, e.device_id
    ), reduced as (
      update round r
      set plain_devices = coalesce((select array_agg(device_id order by device_id) from gone where round_id = r.id), '{}')
      from old where r.hospital_id = ${hospitalId} and r.id = old.id
      returning r.on_day, r.id
    )
    select on_day || ' ' || id as place from reduced order by on_day, id`);
  return done.rows.length < roundsPerBatch ? undefined : done.rows.at(-1)?.place;
};

async function keptYears(tx: Executor, hospitalId: string): Promise<RoundDetailYears> {
  const { rows } = await tx.execute<{ kept: RoundDetailYears | null }>(sql`
    select settings->>'keepRoundDetails' as kept from figure_settings
    where hospital_id = ${hospitalId} order by place desc limit 1`);
  return rows[0]?.kept ?? defaultFigureSettings.keepRoundDetails;
}
