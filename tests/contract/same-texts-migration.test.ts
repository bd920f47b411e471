import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#server/db/connect.ts';
import { startTestDatabases, type TestDatabase, type TestDatabases } from '#tests/support/test-database.ts';

/** Tests records whose names became equal when the comparison was widened. Source: docs/decisions/450-same-texts.md. */

const migrations = fileURLToPath(new URL('../../server/db/migrations', import.meta.url));
const lastBefore = '0027_account-changes';
const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;

let databases: TestDatabases;
let database: TestDatabase;
let folder: string;

async function migrationsBefore(): Promise<string> {
  const older = path.join(folder, 'older');
  await cp(migrations, older, { recursive: true });
  const file = path.join(older, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const last = journal.entries.findIndex((entry) => entry.tag === lastBefore);
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  await writeFile(path.join(older, 'serves-from.json'), JSON.stringify({ servesFrom: lastBefore }));
  return older;
}

const add = (id: string, name: string, day: number) =>
  database.pool.query('insert into department (hospital_id, id, name, created_at) values ($1, $2, $3, $4)', [
    'h1',
    id,
    name,
    at(day),
  ]);

beforeAll(async () => {
  databases = await startTestDatabases();
  database = await databases.createEmpty();
  folder = await mkdtemp(path.join(tmpdir(), 'wr-same-texts-'));
  await migrate(database.pool, await migrationsBefore());
  await database.pool.query(`insert into hospital (id, name, address, phone, state_id, state_name, city_id, city_name,
    number_of_beds, number_of_bme) values ('h1', 'City', 'Street 1', '1', 's', 'State', 'c', 'City', 10, 1)`);
  await add('second', 'Radio\u200blogy', 2);
  await add('first', 'Radiology', 1);
  await add('third', 'radiology  ', 3);
  await add('other', 'Cardiology', 1);
  await migrate(database.pool, migrations);
});
afterAll(async () => {
  await database.close();
  await databases.stop();
  await rm(folder, { recursive: true, force: true });
});

test('equal names stay unchanged, and the oldest of them reserves the name', async () => {
  const { rows } = await database.pool.query<{ name: string; twin: boolean }>(
    'select name, is_twin as twin from department order by created_at, id',
  );
  expect(rows).toEqual([
    { name: 'Radiology', twin: false },
    { name: 'Cardiology', twin: false },
    { name: 'Radio\u200blogy', twin: true },
    { name: 'radiology  ', twin: true },
  ]);
  await expect(add('new', 'RADIO\u00adLOGY', 4)).rejects.toThrow('department_name');
});

test('equal names allow other edits, and are checked again once renamed', async () => {
  const rename = (id: string, name: string) =>
    database.pool.query('update department set name = $2, location = $3 where id = $1', [id, name, 'Floor 1']);
  await rename('third', 'radiology  ');
  await expect(rename('third', 'Cardiology')).rejects.toThrow('department_name');
  await rename('third', 'Radiology 2');
  await expect(add('new', 'radiology 2', 4)).rejects.toThrow('department_name');
});
