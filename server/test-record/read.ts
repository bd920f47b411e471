import { eq, sql } from 'drizzle-orm';
import { buildCertificate, buildTestRows } from '#contract/pages/certificate.ts';
import type { Handlers } from '../context.ts';
import { installation } from '../db/schema.ts';
import { unknownRecord } from '../problem.ts';
import { readVersion } from '../procedure/handlers.ts';
import { readTests } from '../records/tests.ts';
import { presentDevices } from '../sync/present-device.ts';

/** Reads of what was tested; records of retired devices and procedures stay readable. */
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
    return buildTestRows(await readTests(hospital, sql`r.device_id = ${params.id}`));
  },
} satisfies Handlers<'testRecord' | 'deviceTests'>;
