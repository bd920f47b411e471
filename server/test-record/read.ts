import { eq, sql } from 'drizzle-orm';
import type { TestRow } from '#contract/calls/test/record.ts';
import { buildCertificate, buildTestRows } from '#contract/pages/certificate.ts';
import type { Handlers } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { installation } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';
import { readVersion } from '../procedure/handlers.ts';
import { authorName } from '../records/author-name.ts';
import { withTabletTime } from '../records/tablet-time.ts';
import { readTests } from '../records/tests.ts';
import { presentDevices } from '../sync/present-device.ts';

/** Maximum number of tests in a device's list; the latest are shown. */
const maxTestRows = 2000;

/** Reads the columns of a device's list, without answers, testers and texts. */
async function readTestRows(scope: HospitalScope, deviceId: string): Promise<Omit<TestRow, 'correctedBy'>[]> {
  const rows = await scope.rows<Omit<TestRow, 'correctedBy'>>(sql`
    select r.id, v.name as "procedureName", r.version, r.result, r.limitation, r.adjusted, r.tested_at as "testedAt", r.tablet_time as "tabletTime",
      ${authorName(sql`r.by_name`, sql`r.by_id`)} as by, r.corrects_id as "correctsId"
    from test_record r join procedure_version v on v.hospital_id = r.hospital_id and v.procedure_id = r.procedure_id
      and v.version = r.version
    where r.hospital_id = ${scope.id} and r.device_id = ${deviceId}
    order by r.tested_at desc, r.id collate "C" limit ${maxTestRows}`);
  return rows.map(({ adjusted, ...row }) =>
    withTabletTime({ ...row, testedAt: isoInstant(row.testedAt), ...(adjusted && { adjusted }) }),
  );
}

/** Reads test records; those of retired devices and procedures stay readable. */
export const testReadHandlers = {
  testRecord: async ({ params, hospital, now }) => {
    const [test] = await readTests(hospital, sql`r.id = ${params.id}`);
    if (!test) throw unknownRecord('test record');
    const { steps } = await readVersion(hospital, test.procedureId, test.version);
    const [device] = await presentDevices(hospital, [test.deviceId], now, { withRetired: true });
    if (!device) throw unknownRecord('device');
    const [correction] = await hospital.rows<{ id: string }>(sql`
      select id from test_record where hospital_id = ${hospital.id} and corrects_id = ${test.id}
      order by tested_at desc, id limit 1`);
    return buildCertificate({ test, steps, device, correctedBy: correction?.id ?? null });
  },

  deviceTests: async ({ params, hospital }) => {
    if (!(await hospital.find(installation, eq(installation.id, params.id)))) throw unknownRecord('device');
    return buildTestRows(await readTestRows(hospital, params.id));
  },
} satisfies Handlers<'testRecord' | 'deviceTests'>;
