import { sql } from 'drizzle-orm';
import { hospitalDay, hospitalTime } from '#contract/rules/hospital-day.ts';
import { isWorkingDay } from '#contract/rules/work-days.ts';
import { idArray } from '../db/id-array.ts';
import type { Database } from '../db/database.ts';
import { publishChanges } from '../db/publish-changes.ts';
import { type HospitalFacts, writeScope } from '../db/scope.ts';
import { readHospitalHours } from '../records/hospital-hours.ts';
import { tell } from '../records/tell.ts';
import { eachHospital } from './each-hospital.ts';

interface Candidates extends HospitalFacts, Record<string, unknown> {
  ids: string[];
}

/** A template whose round of the day is late. */
interface Late extends Record<string, unknown> {
  id: string;
  submitBy: string;
  departmentName: string | null;
}

/**
 * Notifies the engineers on duty and the office of rounds that were not submitted by the time of their template, on
 * working days of the hospital; rounds that become late together share a notice. Returns the number of late rounds.
 * Promises: once per template and day, however many servers run. Source: docs/product.md P381.
 */
export async function tellOfRounds(db: Database, now: Date, isStopping = () => false): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz at time zone h.time_zone`;
  const found = await db.execute<Candidates>(sql`
    select h.id, h.name, h.time_zone as "timeZone", array_agg(t.id) as ids
    from round_template t join hospital h on h.id = t.hospital_id and h.is_active
    where t.retired_at is null and t.submit_by <> '' and t.submit_by <= to_char(${at}, 'HH24:MI')
      and coalesce(greatest(t.last_round_on, t.late_told_on) < (${at})::date, true)
    group by h.id order by h.id`);
  return eachHospital(found.rows, async ({ ids, ...facts }) => (isStopping() ? 0 : tellHospital(db, facts, ids, now)));
}

function tellHospital(db: Database, facts: HospitalFacts, ids: readonly string[], now: Date): Promise<number> {
  const [day, time] = [hospitalDay(now, facts.timeZone), hospitalTime(now, facts.timeZone)];
  return db.transaction(async (tx) => {
    const scope = writeScope(tx, facts);
    // A round that is being submitted holds the lock of its template; the next check sees its outcome.
    const late = await scope.rows<Late>(sql`
      with late as (
        select t.id from round_template t
        where t.hospital_id = ${scope.id} and t.id = any(${idArray(ids)}) and t.retired_at is null
          and t.submit_by <> '' and t.submit_by <= ${time}
          and coalesce(greatest(t.last_round_on, t.late_told_on) < ${day}::date, true)
          and exists (
            select from round_template_device d join installation i on i.hospital_id = d.hospital_id and i.id = d.device_id
            where d.hospital_id = t.hospital_id and d.template_id = t.id and i.retired_at is null
          )
        order by t.id for no key update skip locked
      )
      update round_template t set late_told_on = ${day}::date from late
      where t.hospital_id = ${scope.id} and t.id = late.id
      returning t.id, t.submit_by as "submitBy", (
        select d.name from department d where d.hospital_id = t.hospital_id and d.id = t.department_id
      ) as "departmentName"`);
    const [first] = late.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (!first || !isWorkingDay(day, await readHospitalHours(scope))) return 0;
    const isAlone = late.length === 1;
    const hasOneTime = late.every(({ submitBy }) => submitBy === first.submitBy);
    await tell(scope, {
      kind: 'roundLate',
      cause: `round-${day}-${first.id}`,
      at: now,
      about: { kind: 'rounds', id: isAlone ? first.id : '' },
      facts: {
        count: late.length,
        ...(isAlone && { departmentName: first.departmentName }),
        ...(hasOneTime && { submitBy: first.submitBy }),
      },
    });
    await publishChanges(tx, facts.id, scope.changes(), now);
    return late.length;
  });
}
