import { sql } from 'drizzle-orm';
import type { TestWithSteps } from '#contract/pages/file-tests.ts';
import type { Step } from '#contract/records/procedure.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readTests } from './tests.ts';

/**
 * Maximum number of tests in the papers of a device; the newest are kept. 500 tests with 60 readings each are 30,000
 * rows.
 */
const maxFileTests = 500;

/**
 * Reads the newest tests of a device with the procedure steps used for each, and the number of older tests that are
 * left out.
 */
export async function readTestsOfDevice(
  scope: HospitalScope,
  deviceId: string,
): Promise<{ tests: TestWithSteps[]; olderTests: number }> {
  const tests = await readTests(
    scope,
    sql`r.id in (
      select id from test_record where hospital_id = ${scope.id} and device_id = ${deviceId}
      order by tested_at desc, id collate "C" limit ${maxFileTests})`,
  );
  if (tests.length === 0) return { tests: [], olderTests: 0 };
  const versions = await scope.rows<{ procedureId: string; version: number; steps: Step[] }>(sql`
    select v.procedure_id as "procedureId", v.version, v.steps from procedure_version v
    where v.hospital_id = ${scope.id} and (v.procedure_id, v.version) in (
      select procedure_id, version from test_record where hospital_id = ${scope.id} and device_id = ${deviceId})`);
  const stepsOf = new Map(versions.map(({ procedureId, version, steps }) => [`${version} ${procedureId}`, steps]));
  const [counted] = await scope.rows<{ count: number }>(sql`
    select count(*)::int as count from test_record where hospital_id = ${scope.id} and device_id = ${deviceId}`);
  return {
    tests: tests.map((test) => ({ test, steps: stepsOf.get(`${test.version} ${test.procedureId}`) ?? null })),
    olderTests: Math.max(0, (counted?.count ?? 0) - tests.length),
  };
}
