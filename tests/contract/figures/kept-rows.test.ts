import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HospitalScope } from '#server/db/scope.ts';
import { seeded } from '#server/demo/seeded.ts';
import { changeColumn, changes, someRow } from '#tests/support/change-rows.ts';
import { addFigureHospital, createPartComparer } from '#tests/support/compare-parts.ts';
import { dayOfRun, isLongRun, shareOfDay } from '#tests/support/day.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

/** The tables that figures are counted from. */
const sources = [
  'installation',
  'equipment',
  'schedule',
  'warranty',
  'warranty_serial',
  'task',
  'ticket',
  'work_event',
  'downtime',
  'round_template',
  'round',
  'round_entry',
  'test_record',
  'procedure_version',
] as const;

let server: TestServer;
let scope: HospitalScope;
const random = seeded(dayOfRun());
let compare: ReturnType<typeof createPartComparer>;
let columns: { source: string; column: string }[] = [];

beforeAll(async () => {
  server = await startTestServer();
  scope = await addFigureHospital(server);
  compare = createPartComparer(scope);
  const found = await server.database.db.execute<{ source: string; column: string }>(sql`
    select c.table_name as source, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and c.table_name = any(${sql.param(sources)}::text[])
      and c.is_generated = 'NEVER' and c.column_name <> 'hospital_id' order by 1, c.ordinal_position`);
  columns = found.rows;
}, 120_000);
afterAll(() => server?.close());

const change = (statement: SQL) => changes(server.database.db, statement);
const drawing = () => ({ db: server.database.db, hospitalId: scope.id, random });

test(
  'a change of any column of a row, or a row that goes or comes back, reaches the kept facts',
  { timeout: 600_000 },
  async () => {
    await compare(server.clock.now, 'at first');
    let changed = 0;
    for (const { source, column } of shareOfDay(columns, isLongRun() ? columns.length : 40)) {
      if (!(await changeColumn(drawing(), source, column))) continue;
      changed += 1;
      await compare(server.clock.now, [source, column]);
    }
    expect(changed).toBeGreaterThan(10);
    await change(sql`update equipment set importance = case importance when 'Critical' then 'Non-Critical' else 'Critical' end
      where ${someRow(drawing(), 'equipment')}`);
    await compare(server.clock.now, 'another importance');
    await change(sql`insert into installation (hospital_id, id, serial_number, model_id, equipment_id, make_id, installation_date, price)
      select hospital_id, id || 'x', id || 'x', model_id, equipment_id, make_id, '2026-05-03', 70000 from installation
      where ${someRow(drawing(), 'installation')}`);
    await compare(server.clock.now, 'one more device');
    for (const source of sources) {
      const table = sql.identifier(source);
      const { rows } = await server.database.db.execute<{ row: object }>(
        sql`select to_jsonb(t) as row from ${table} t where ${someRow(drawing(), source)}`,
      );
      if (
        !(await change(sql`delete from ${table} t where to_jsonb(t) = ${JSON.stringify(rows[0]?.row ?? null)}::jsonb`))
      )
        continue;
      await compare(server.clock.now, [source, 'a row goes']);
      const names = sql.raw(
        columnsOf(source)
          .map((name) => `"${name}"`)
          .join(', '),
      );
      const isBack = await change(sql`
      insert into ${table} (hospital_id, ${names}) select hospital_id, ${names}
      from jsonb_populate_record(null::${table}, ${JSON.stringify(rows[0]?.row ?? null)}::jsonb)`);
      expect([source, isBack]).toEqual([source, true]);
      await compare(server.clock.now, [source, 'it comes back']);
    }
  },
);

const columnsOf = (source: string) => columns.filter((each) => each.source === source).map(({ column }) => column);
