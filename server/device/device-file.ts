import { eq, sql, type SQL } from 'drizzle-orm';
import { buildDeviceFile } from '#contract/pages/device-file.ts';
import type { RoundFinding } from '#contract/pages/device-timeline.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { Handlers } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { installation } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';
import { authorName } from '../records/author-name.ts';
import { readAgreementsOf } from '../records/agreements.ts';
import { readTestsOfDevice } from '../records/tests-of-device.ts';
import { presentDevices } from '../sync/present-device.ts';
import { presentTasks, presentTickets } from '../sync/present-work.ts';

/** Maximum number of rows of each kind in a file; the newest are kept. Source: docs/decisions/298-papers.md. */
const maxRows = 2000;

/** Serves everything known about a device for its papers, even after it was retired. */
export const deviceFileHandlers = {
  deviceFile: async ({ params, hospital, now }) => {
    const row = await hospital.find(installation, eq(installation.id, params.id));
    if (!row) throw unknownRecord('device');
    const [device] = await presentDevices(hospital, [row.id], now, { withRetired: true });
    if (!device) throw unknownRecord('device');
    const { timeZone } = hospital.facts;
    const facts = {
      device,
      retiredOn: row.retiredAt === null ? null : hospitalDay(row.retiredAt, timeZone),
      removalReason: row.removalReason,
      tickets: await presentTickets(hospital, await readIds(hospital, row.id, sql`ticket`, sql`reported_at`)),
      tasks: await presentTasks(hospital, await readIds(hospital, row.id, sql`task`, sql`task_date`)),
      rounds: await readFindings(hospital, row.id),
      contracts: await readAgreementsOf(hospital, row.id),
      price: row.price,
      documents: await readDocuments(hospital, row.id),
      ...(await readTestsOfDevice(hospital, row.id)),
      isWhole: true,
    };
    return buildDeviceFile(facts, { now, timeZone });
  },
} satisfies Handlers<'deviceFile'>;

async function readIds(scope: HospitalScope, deviceId: string, table: SQL, newest: SQL): Promise<string[]> {
  const rows = await scope.rows<{ id: string }>(sql`
    select id from ${table} where hospital_id = ${scope.id} and device_id = ${deviceId}
    order by ${newest} desc, id collate "C" limit ${maxRows}`);
  return rows.map(({ id }) => id);
}

/** Reads the faults that rounds found, in the engineers' words. */
async function readFindings(scope: HospitalScope, deviceId: string): Promise<RoundFinding[]> {
  const rows = await scope.rows<Required<RoundFinding> & Record<string, unknown>>(sql`
    select e.status, e.observed_at as at, e.description, ${authorName(sql`r.user_name`, sql`r.user_id`)} as by
    from round_entry e join round r on r.hospital_id = e.hospital_id and r.id = e.round_id
    where e.hospital_id = ${scope.id} and e.device_id = ${deviceId} and e.status in ('Not Working', 'Needs Attention')
    order by e.observed_at desc, e.round_id limit ${maxRows}`);
  return rows.map((row) => ({ ...row, at: isoInstant(row.at) }));
}

async function readDocuments(scope: HospitalScope, deviceId: string): Promise<string[]> {
  const rows = await scope.rows<{ name: string }>(sql`
    select u.name from attachment_use u join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256
    where u.hospital_id = ${scope.id} and a.received_at is not null
      and u.owner_kind = 'installation' and u.owner_id = ${deviceId}
    order by u.created_at, u.sha256 limit ${maxRows}`);
  return rows.map(({ name }) => name);
}
