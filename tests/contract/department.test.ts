import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeMasterData, pulledSince } from '#tests/support/master-data.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

describeMasterData({
  noun: 'department',
  calls: { page: 'departmentPage', read: 'department', create: 'createDepartment', update: 'updateDepartment' },
  body: () => ({ name: 'Dialysis', location: 'Floor 1' }),
  record: () => ({ name: 'Dialysis', location: 'Floor 1' }),
  refused: [
    ['name', '', 'Name is required.'],
    ['location', '', 'Location is required.'],
    ['location', '\t', 'Location is required.'],
  ],
  taken: 'A department with this name already exists.',
  searches: [
    ['nothing', '', ['ICU', 'Theatre']],
    ['a part of its name in any case', 'icu', ['ICU']],
    ['its location', 'floor 3', ['Theatre']],
    ['a sign that means something in SQL', '_', []],
  ],
  seeded: (hospital) => hospital.departments.icu,
});

describe('Departments', () => {
  let server: TestServer;
  let bme: TestClient;
  beforeAll(async () => {
    server = await startTestServer();
    bme = await server.as(server.city.users.bme);
  });
  afterAll(() => server.close());

  test('are listed page by page, ordered by name', async () => {
    const { answer } = await bme.call('departmentPage', { query: { page: 2, pageSize: 1 } });
    expect([answer.items.map(({ name }) => name), answer.totalCount, answer.totalPages]).toEqual([['Theatre'], 2, 2]);
  });

  test('that are created or changed are pulled by tablets, with the devices in them', async () => {
    const { head } = await pulledSince(bme, 0);
    await bme.call('createDepartment', { body: { name: 'Dialysis', location: 'Floor 1' } });
    const made = await pulledSince(bme, head);
    expect(made).toMatchObject({ departments: [{ name: 'Dialysis', location: 'Floor 1' }], devices: [] });
    const params = { id: server.city.departments.icu };
    await bme.call('updateDepartment', { params, body: { name: 'Critical Care', location: 'Floor 2' } });
    const { departments, devices } = await pulledSince(bme, made.head);
    expect(departments).toMatchObject([{ name: 'Critical Care', location: 'Floor 2' }]);
    expect(devices.map(({ departmentName }) => departmentName)).toEqual(
      Array.from({ length: 3 }, () => 'Critical Care'),
    );
  });

  test('with 10,000 devices are renamed on all of them in one write, in versions of at most 2,000 rows', async () => {
    const { city, database } = server;
    await database.db.execute(sql`
      insert into installation (hospital_id, id, serial_number, model_id, equipment_id, make_id, department_id)
      select ${city.id}, 'many-' || n, 'MANY-' || n, ${city.models.monitor}, ${city.equipment.monitor}, ${city.makeId},
        ${city.departments.theatre}
      from generate_series(1, 10000) n`);
    const { status } = await bme.call('updateDepartment', {
      params: { id: city.departments.theatre },
      body: { name: 'Main Theatre', location: 'Floor 3' },
    });
    expect(status).toBe(200);
    const { rows } = await database.db.execute<{ version: string; records: number }>(sql`
      select version, count(*)::int as records from sync_index
      where hospital_id = ${city.id} and kind = 'device' and entity_id like 'many-%' group by version order by version`);
    expect(rows.reduce((sum, { records }) => sum + records, 0)).toBe(10_000);
    expect(Math.max(...rows.map(({ records }) => records))).toBeLessThanOrEqual(2000);
  });
});
