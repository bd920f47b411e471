import { eq, sql } from 'drizzle-orm';
import type { FirstHour } from '#contract/calls/first-hour.ts';
import type { Handlers } from '../context.ts';
import { hospital } from '../db/schema.ts';
import { readScope, type HospitalScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';

/** Reports how far the setup of hospitals has come. Source: docs/decisions/249-first-hour.md */
export const firstHourHandlers = {
  firstHour: ({ hospital: own, now }) => readFirstHour(own, now),

  hospitalFirstHour: async ({ params, system, now }) => {
    const [facts] = await system.db.select().from(hospital).where(eq(hospital.id, params.id));
    if (!facts) throw unknownRecord('hospital');
    return readFirstHour(readScope(system.db, facts), now);
  },
} satisfies Handlers<'firstHour' | 'hospitalFirstHour'>;

async function readFirstHour(scope: HospitalScope, now: Date): Promise<FirstHour> {
  const [row] = await scope.rows<FirstHour['facts'] & Record<string, unknown> & { officeEmail: string | null }>(sql`
    with device as (
      select id, department_id from installation where hospital_id = ${scope.id} and retired_at is null
    ), planned as (
      select distinct d.department_id from round_template t
      join round_template_device r on r.hospital_id = t.hospital_id and r.template_id = t.id
      join device d on d.id = r.device_id
      where t.hospital_id = ${scope.id} and t.retired_at is null and d.department_id is not null
    ), office as (
      select email, is_password_one_time from app_user
      where hospital_id = ${scope.id} and role = 'Hospital' and deleted_at is null limit 1
    ), engineer as (
      select id, is_password_one_time from app_user
      where hospital_id = ${scope.id} and role = 'BME' and deleted_at is null
    )
    select (select email from office) as "officeEmail",
      coalesce((select not is_password_one_time from office), false) as "officeHasSignedIn",
      (select count(*)::int from device) as devices,
      (select count(distinct department_id)::int from device) as departments,
      (select count(*)::int from planned) as "departmentsWithTemplate",
      (select count(*)::int from round_template where hospital_id = ${scope.id} and retired_at is null) as templates,
      (select count(distinct device_id)::int from round_entry
        where hospital_id = ${scope.id} and confirmed_by = 'scan') as "scannedDevices",
      (select count(*)::int from engineer) as engineers,
      (select count(*)::int from engineer where not is_password_one_time) as "engineersSignedIn",
      (select count(distinct coalesce(f.device_id, f.id))::int from refresh_family f join engineer e on e.id = f.user_id
        where f.revoked_at is null and f.expires_at > ${now.toISOString()}::timestamptz) as tablets,
      (select count(*)::int from round where hospital_id = ${scope.id}) as rounds,
      exists (select from report_settings where hospital_id = ${scope.id}) as "reportsDecided"`);
  if (!row) throw new Error('Nothing counts the records of the hospital');
  const { officeEmail, ...facts } = row;
  return { hospitalId: scope.id, hospitalName: scope.facts.name, officeEmail: officeEmail ?? '', facts };
}
