import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoSignIns } from '#server/demo/seed.ts';
import { mergeKinds } from '#contract/rules/merge-kinds.ts';
import { references } from '#server/merge/references.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const hospitalId = 'demo-hospital';
/** Tables that record the write itself (its answer, its version, who is notified), and sessions, which stay ended. */
const notCompared = new Set([
  'account_change',
  'audit_entry',
  'hospital_head',
  'idempotency_key',
  'job_run',
  'sync_index',
  'refresh_family',
  'login_throttle',
  'record_merge',
  'hospital_tally',
  'figure_mark',
]);

let server: TestServer;
let office: TestClient;
beforeAll(async () => {
  server = await startTestServer({ demo: true });
  office = await server.as(demoSignIns.hospital);
}, 120_000);
afterAll(() => server?.close());

/** Returns each row of the hospital by table, without columns that only identify the record's revision. */
async function rowsOfHospital(): Promise<ReadonlySet<string>> {
  const { db } = server.database;
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'hospital_id' order by 1`);
  const rows = new Set<string>();
  for (const { name } of tables) {
    if (notCompared.has(name)) continue;
    const { rows: found } = await db.execute<{ row: Record<string, unknown> }>(sql`
      select to_jsonb(t) - 'revision' as row from ${sql.identifier(name)} t where t.hospital_id = ${hospitalId}`);
    for (const { row } of found) rows.add(`${name} ${JSON.stringify(row)}`);
  }
  // Amounts are kept as changes until they are summed up at night.
  const { rows: amounts } = await db.execute(sql`
    select sum(devices) as devices, sum(open_tickets) as tickets, sum(stored_bytes) as bytes
    from hospital_tally where hospital_id = ${hospitalId}`);
  return rows.add(`hospital_tally ${JSON.stringify(amounts)}`);
}

/** Returns the rows that have disappeared or been added. */
function differences(before: ReadonlySet<string>, after: ReadonlySet<string>) {
  return { gone: [...before].filter((row) => !after.has(row)), added: [...after].filter((row) => !before.has(row)) };
}

const none = { gone: [], added: [] };

const firstId = async (query: ReturnType<typeof sql>): Promise<string> => {
  const { rows } = await server.database.db.execute<{ id: string }>(query);
  return rows[0]?.id ?? expect.fail('The demo hospital has no such record.');
};

/** Creates a device that is used everywhere: in a template, under a contract, with open work, tickets and tests. */
const busyDevice = () =>
  firstId(sql`
    select i.id from installation i
    where i.hospital_id = ${hospitalId} and i.retired_at is null
      and exists (select 1 from round_template_device d where d.hospital_id = i.hospital_id and d.device_id = i.id)
      and exists (select 1 from warranty_serial w where w.hospital_id = i.hospital_id and w.device_id = i.id)
      and exists (select 1 from task t where t.hospital_id = i.hospital_id and t.device_id = i.id
        and t.closed_at is null and t.source_kind <> 'installation')
      and exists (select 1 from ticket t where t.hospital_id = i.hospital_id and t.device_id = i.id)
    order by i.id limit 1`);
const living = (table: string, more = sql`true`) =>
  firstId(sql`
    select id from ${sql.identifier(table)} t where hospital_id = ${hospitalId} and retired_at is null and ${more}
    order by id limit 1`);
/** Equipment types, makes and models can be removed only if nothing uses them. */
const unused = (call: 'createEquipmentType' | 'createMake' | 'createVendor' | 'createDepartment') => async () => {
  const body = {
    name: `Unused ${call}`,
    description: 'None',
    equipmentImportance: 'Critical' as const,
    equipmentIds: '',
    location: 'Pune',
    types: 'Vendor',
  };
  const { status, answer } = await office.call(call, { body });
  expect(status).toBe(201);
  return answer.id;
};

const unusedModel = async () => {
  const [equipmentMakeId, equipmentId] = [await living('equipment_make'), await living('equipment')];
  const { status, answer } = await office.call('createModel', {
    body: { name: 'Unused', equipmentMakeId, equipmentId },
  });
  expect(status).toBe(201);
  return answer.id;
};

const unusedContact = async () => {
  const vendorId = await living('vendor');
  const body = { name: 'Unused', phone: '98', designation: 'Other', vendorId };
  return (await office.call('createContactPerson', { body })).answer.id;
};

test.each([
  ['device', busyDevice, 'deleteDevice', 'restoreDevice'],
  ['warranty or contract', () => living('warranty', sql`t.terms is not null`), 'deleteWarranty', 'restoreWarranty'],
  ['schedule', () => living('schedule'), 'deleteSchedule', 'restoreSchedule'],
  ['round template', () => living('round_template'), 'deleteRoundTemplate', 'restoreRoundTemplate'],
  ['procedure', () => living('procedure'), 'deleteProcedure', 'restoreProcedure'],
  ['tester', () => living('tester'), 'deleteTester', 'restoreTester'],
  ['equipment type', unused('createEquipmentType'), 'deleteEquipmentType', 'restoreEquipmentType'],
  ['make', unused('createMake'), 'deleteMake', 'restoreMake'],
  ['model', unusedModel, 'deleteModel', 'restoreModel'],
  ['vendor', unused('createVendor'), 'deleteVendor', 'restoreVendor'],
  ['department', unused('createDepartment'), 'deleteDepartment', 'restoreDepartment'],
  ['contact person', unusedContact, 'deleteContactPerson', 'restoreContactPerson'],
] as const)('%s: all references return when it is removed and restored', async (_kind, find, remove, restore) => {
  const id = await find();
  const before = await rowsOfHospital();
  expect((await office.call(remove, { params: { id } })).status).toBeLessThan(300);
  expect(differences(before, await rowsOfHospital())).not.toEqual(none);
  expect((await office.call(restore, { params: { id } })).status).toBeLessThan(300);
  expect(differences(before, await rowsOfHospital())).toEqual(none);
});

test('engineer: all assignments return when they are removed and restored', async () => {
  const id = await firstId(sql`
    select technician_id as id from task where hospital_id = ${hospitalId} and technician_id is not null and closed_at is null
    order by technician_id desc limit 1`);
  const before = await rowsOfHospital();
  expect((await office.call('deleteEngineer', { params: { id } })).status).toBe(204);
  expect((await office.call('restoreEngineer', { params: { id } })).status).toBe(200);
  expect(differences(before, await rowsOfHospital())).toEqual(none);
});

/** The tables and columns that name a kind of record by a foreign key. */
const foreignKeysTo = async (table: string) => {
  const { rows } = await server.database.db.execute<{ reference: string }>(sql`
    select k.conrelid::regclass || '.' || a.attname as reference
    from pg_constraint k cross join unnest(k.conkey) as n (attnum)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.attnum
    where k.contype = 'f' and k.confrelid = ${table}::regclass and a.attname <> 'hospital_id' order by 1`);
  return rows.map(({ reference }) => reference);
};
/** The two records of a table that most devices name. */
const busiest = async (table: string, column: string) => {
  const { rows } = await server.database.db.execute<{ id: string }>(sql`
    select x.id from ${sql.identifier(table)} x where x.hospital_id = ${hospitalId} and x.retired_at is null
    order by (select count(*) from installation i where i.hospital_id = x.hospital_id and i.${sql.identifier(column)} = x.id) desc, x.id
    limit 2`);
  return rows.map(({ id }) => id);
};

test.each([
  ['vendor', 'vendor', 'vendor_id'],
  ['contactPerson', 'contact_person', 'service_contact_id'],
  ['department', 'department', 'department_id'],
  ['make', 'equipment_make', 'make_id'],
] as const)('%s: nothing refers to it once merged; Undo restores all references', async (kind, table, column) => {
  const [id = '', intoId = ''] = await busiest(table, column);
  const before = await rowsOfHospital();
  const naming = (rows: ReadonlySet<string>) => [...rows].filter((row) => row.includes(`"${id}"`)).length;
  expect(naming(before)).toBeGreaterThan(2);
  expect((await office.call('mergeRecords', { params: { kind, id }, body: { intoId } })).status).toBe(200);
  const after = await rowsOfHospital();
  // A make keeps its links to what it built.
  expect(naming(new Set([...after].filter((row) => !row.startsWith('make_equipment '))))).toBe(1);
  expect((await office.call('undoMerge', { params: { kind, id } })).status).toBe(200);
  expect(differences(before, await rowsOfHospital())).toEqual(none);
});

test('Each column that refers to master data is moved by a merge, copied as a link, or refuses the merge', async () => {
  const elsewhere = {
    vendor: [],
    contactPerson: [],
    department: [],
    equipmentType: ['make_equipment.equipment_id', 'schedule.equipment_id'],
    make: ['make_equipment.make_id'],
    model: ['schedule.model_id'],
  };
  const tables = { equipmentType: 'equipment', make: 'equipment_make', model: 'equipment_model' };
  for (const kind of mergeKinds) {
    const columns = references[kind].filter((each) => !['work_event.data', 'ticket.terms'].includes(each));
    const table = { contactPerson: 'contact_person', ...tables }[kind as 'make'] ?? kind;
    expect([...columns, ...elsewhere[kind]].toSorted()).toEqual(await foreignKeysTo(table));
  }
});
