import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateDepartmentBody } from '#contract/calls/department.ts';
import { updateEquipmentTypeBody } from '#contract/calls/equipment-type.ts';
import { updateVendorBody } from '#contract/calls/vendor.ts';
import { department, equipment, vendor } from '#server/db/schema.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { startTestDatabases, type TestDatabase, type TestDatabases } from '#tests/support/test-database.ts';

let databases: TestDatabases;
let database: TestDatabase;
beforeAll(async () => {
  databases = await startTestDatabases();
  database = await databases.create();
  await seedDemo(database.db, { now: new Date('2026-07-01T06:30:00Z'), newId: randomUUID });
});
afterAll(async () => {
  await database.close();
  await databases.stop();
});

describe('The demo hospital', () => {
  test.each([
    [
      'equipment',
      async () =>
        (await database.db.select().from(equipment)).map((row) =>
          updateEquipmentTypeBody.safeParse({ ...row, equipmentImportance: row.importance }),
        ),
    ],
    ['vendors', async () => (await database.db.select().from(vendor)).map((row) => updateVendorBody.safeParse(row))],
    [
      'departments',
      async () => (await database.db.select().from(department)).map((row) => updateDepartmentBody.safeParse(row)),
    ],
  ])('has %s that their forms save as they stand', async (_what, read) => {
    const records = await read();
    expect(records.length).toBeGreaterThan(5);
    expect(records.filter(({ success }) => !success)).toEqual([]);
  });
});
