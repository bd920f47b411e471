import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDayList, buildUpcomingList } from '#contract/pages/task-list.ts';
import { buildTicketPage, ticketAnswer } from '#contract/pages/ticket.ts';
import { deviceOf, type TaskRecord, type TicketRecord } from '#contract/records/ward.ts';
import { warrantyEnd } from '#contract/rules/warranty-end.ts';
import { eventSentence } from '#contract/rules/work-events.ts';
import type { WorkEvent } from '#contract/records/work-event.ts';
import { migrate } from '#server/db/connect.ts';
import { readScope } from '#server/db/scope.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { restoreBackup } from '#server/operations/backup/restore-backup.ts';
import { presentRecords } from '#server/sync/present.ts';
import { gatherTicket } from '#ui/features/ticket/gather-ticket.ts';
import { startTestDatabases, type TestDatabase, type TestDatabases } from '#tests/support/test-database.ts';

const migrations = fileURLToPath(new URL('../../server/db/migrations', import.meta.url));
const backup = fileURLToPath(new URL('../fixtures/demo-before-events', import.meta.url));
/** The last migration in the release that made the backup. */
const lastBefore = '0002_room-for-updates';
const now = new Date('2026-07-01T07:00:00.000Z');
const facts = { id: 'demo-hospital', name: 'Lotus General Hospital, Pune', timeZone: 'Asia/Kolkata' };

type Owner = 'task' | 'ticket';

/** A sentence or note as the previous release stored it. */
interface Told {
  owner: Owner;
  id: string;
  at: string;
  by: string | null;
  text: string;
}

let databases: TestDatabases;
let database: TestDatabase;
let folder: string;
/** Rows as the previous release stored them. */
let sentences: Told[];
let notes: Told[];
let rows: Record<Owner, Map<string, Record<string, unknown>>>;
let years: Map<string, number>;
let tickets: TicketRecord[];
let tasks: TaskRecord[];

beforeAll(async () => {
  databases = await startTestDatabases();
  database = await databases.createEmpty();
  folder = await mkdtemp(path.join(tmpdir(), 'wr-migrations-'));
  const { pool } = database;
  await restoreBackup(backup, { pool, files: null, migrationsFolder: await migrationsUpTo(lastBefore), force: false });
  sentences = await toldIn('timeline');
  notes = await toldIn('notes');
  rows = { task: await rowsOf('task'), ticket: await rowsOf('ticket') };
  years = await durationsIn('duration_years');
  await migrate(pool, migrations);
  const scope = readScope(database.db, facts);
  tickets = await presentRecords(scope, 'ticket', [...rows.ticket.keys()], now);
  tasks = await presentRecords(scope, 'task', [...rows.task.keys()], now);
}, 120_000);
afterAll(async () => {
  await database.close();
  await databases.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the migrations up to an earlier release. */
async function migrationsUpTo(tag: string): Promise<string> {
  const older = path.join(folder, 'older');
  await cp(migrations, older, { recursive: true });
  const file = path.join(older, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const last = journal.entries.findIndex((entry) => entry.tag === tag);
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  await writeFile(path.join(older, 'serves-from.json'), JSON.stringify({ servesFrom: tag }));
  return older;
}

async function toldIn(column: 'timeline' | 'notes'): Promise<Told[]> {
  const found = await Promise.all(
    (['task', 'ticket'] as const).map((owner) =>
      database.pool.query<Told>(
        `select $1 as owner, t.id, e ->> 'at' as at, e ->> 'by' as by, e ->> 'text' as text
         from ${owner} t, jsonb_array_elements(t.${column}) with ordinality as x (e, place) order by t.id, place`,
        [owner],
      ),
    ),
  );
  return found.flatMap((answer) => answer.rows);
}

async function durationsIn(column: 'duration_years' | 'duration_months'): Promise<Map<string, number>> {
  const found = await database.pool.query<{ id: string; duration: number }>(
    `select id, ${column} as duration from warranty`,
  );
  return new Map(found.rows.map(({ id, duration }) => [id, duration]));
}

/** Returns rows without what this migration removes and what the database computes. */
async function rowsOf(owner: Owner): Promise<Map<string, Record<string, unknown>>> {
  const found = await database.pool.query<{ id: string; row: Record<string, unknown> }>(
    `select id, to_jsonb(t) - 'timeline' - 'notes' - 'search' as row from ${owner} t`,
  );
  return new Map(found.rows.map(({ id, row }) => [id, row]));
}

function eventsOf({ owner, id }: Pick<Told, 'owner' | 'id'>): WorkEvent[] {
  return (owner === 'task' ? tasks : tickets).find((record) => record.id === id)?.events ?? [];
}

/** Translates two sentences that only the demo's seed wrote into today's wording. */
const wordsNow = (text: string): string =>
  text.replace(/^Assigned to /, 'Technician assigned: ').replace(/^Closed by .*$/s, 'Closed');

const isInstant = (text: string): boolean => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

describe('timeline sentences of the previous release', () => {
  test('cover every kind, and some that no release wrote', () => {
    const kinds = ['Reported by ', 'Assigned to ', 'Technician assigned: ', 'Technician dispatched', 'Escalated to '];
    const further = ['Left pending for a follow-up', 'Action required: ', 'Closed', 'Closed by ', 'Vendor visited'];
    for (const words of [...kinds, ...further]) {
      expect(sentences.some(({ text }) => text.startsWith(words))).toBe(true);
    }
    expect(sentences.length).toBeGreaterThan(200);
    expect(notes).toHaveLength(4);
    expect([...sentences, ...notes].filter(({ at }) => !isInstant(at))).toHaveLength(2);
  });

  test('each become one event, in the same words and at the same time', () => {
    const places = new Map<string, number>();
    for (const { owner, id, at, text } of sentences) {
      const place = (places.get(`${owner} ${id}`) ?? 0) + 1;
      places.set(`${owner} ${id}`, place);
      const found = eventsOf({ owner, id }).filter(
        (event) => event.id === (place === 1 && event.kind === 'reported' ? id : `timeline-${place}`),
      );
      // The migration of P191 adds the actions taken, which the previous release stored in a column.
      const said = found.map((event) => eventSentence(event, 'staff').replace(/ \(actions taken: .*\)$/s, ''));
      expect(said).toEqual([wordsNow(text)]);
      if (isInstant(at)) expect(found[0]?.at).toBe(at);
    }
    const kept = [...tasks, ...tickets].flatMap(({ id, events }) =>
      events.filter((event) => event.id === id || event.id.startsWith('timeline-')),
    );
    expect(kept).toHaveLength(sentences.length);
  });

  test('include notes, with who wrote them', () => {
    for (const { owner, id, at, by, text } of notes) {
      const found = eventsOf({ owner, id }).filter((event) => event.kind === 'note' && event.data.text === text);
      expect(found).toMatchObject([{ by, ...(isInstant(at) && { at }) }]);
    }
    const kept = [...tasks, ...tickets].flatMap(({ events }) => events.filter(({ kind }) => kind === 'note'));
    expect(kept).toHaveLength(notes.length + 1);
  });
});

test('the duration of a warranty in years is converted to months, and it ends on the same day', async () => {
  expect(years.size).toBeGreaterThan(20);
  const months = await durationsIn('duration_months');
  expect(months).toEqual(new Map([...years].map(([id, duration]) => [id, duration * 12])));
  const { rows: found } = await database.pool.query<{ start: string; end: string; months: number }>(
    'select start_on::text as start, end_on::text as "end", duration_months as months from warranty',
  );
  expect(found.filter(({ start, end, months: duration }) => warrantyEnd(start, duration) !== end)).toEqual([]);
});

describe('the migration', () => {
  test('turns a sentence that it cannot read into a note without an author', () => {
    const told = sentences.find(({ text }) => text === 'Vendor visited the ward');
    if (!told) throw new Error('The backup has lost its unreadable sentence');
    const events = eventsOf(told);
    expect(events.filter(({ by, kind }) => kind === 'note' && by === null)).toMatchObject([
      { at: told.at, data: { text: 'Vendor visited the ward' } },
    ]);
    expect(eventSentence(events.find(({ kind }) => kind === 'note') ?? expect.fail(), 'staff')).toBe(told.text);
  });

  test('takes the author from the rows where they have one', () => {
    const reported = tickets.flatMap(({ events }) => events.filter(({ kind }) => kind === 'reported'));
    expect(reported).toHaveLength(tickets.length);
    expect(reported.filter(({ by, byRole }) => by === null || byRole === null)).toEqual([]);
    const agnes = reported.find((event) => event.kind === 'reported' && event.data.reportedBy === 'Sister Agnes');
    expect(agnes).toMatchObject({ by: 'Asha Rao', byRole: 'BME' });
    for (const { closedAt, closedBy, events } of [...tasks, ...tickets]) {
      const closings = events.filter(({ kind }) => kind === 'closed').map(({ at, by }) => [at, by]);
      expect(closings.at(-1) ?? [null, null]).toEqual([closedAt, closedBy]);
    }
    const assigned = tickets.flatMap(({ technicianId, events }) =>
      events.flatMap((event) => (event.kind === 'assigned' ? [[technicianId, event.data.technicianId]] : [])),
    );
    expect(assigned.filter(([current, then]) => then !== null && current !== then)).toEqual([]);
  });

  test('keeps what only a column recorded: escalations and closings of the demo', () => {
    for (const { escalatedAt, events } of tickets) {
      if (escalatedAt === null) continue;
      const escalated = events.filter(({ kind }) => kind === 'escalated');
      expect(escalated.at(-1)?.at).toBe(escalatedAt);
    }
    expect(tasks.filter((task) => task.closedAt !== null && task.events.length === 0)).toEqual([]);
  });

  test('leaves all other columns of tasks and tickets unchanged', async () => {
    for (const owner of ['task', 'ticket'] as const) {
      const after = await rowsOf(owner);
      expect(after.size).toBe(rows[owner].size);
      // Columns added by later migrations are empty.
      for (const [id, before] of rows[owner]) {
        const added = Object.keys(after.get(id) ?? {}).filter((column) => !(column in before));
        expect(after.get(id)).toEqual({ ...before, ...Object.fromEntries(added.map((column) => [column, null])) });
      }
    }
    const events = await database.pool.query('select from work_event');
    const held = [...tasks, ...tickets].reduce((sum, record) => sum + record.events.length, 0);
    expect(held).toBe(events.rowCount);
    const columns = await database.pool.query(
      "select from information_schema.columns where table_name in ('task', 'ticket') and column_name in ('timeline', 'notes')",
    );
    expect(columns.rowCount).toBe(0);
  });

  test("leaves rows from which the app's pages can be built", async () => {
    const devices = await presentRecords(
      readScope(database.db, facts),
      'device',
      [...new Set([...tickets, ...tasks].map(({ deviceId }) => deviceId))],
      now,
    );
    const byId = new Map([...devices, ...tickets, ...tasks].map((record) => [record.id, record]));
    const view = { get: (_kind: string, id: string) => byId.get(id) as never, all: () => [] };
    for (const ticket of tickets) {
      const page = buildTicketPage(gatherTicket(view, ticket, facts), now.toISOString());
      expect(page.serialNumber).not.toBe('');
      expect(ticketAnswer(page).timeline).toHaveLength(ticket.events.length);
    }
    const rowFacts = tasks.map((task) => ({ task, device: deviceOf(view, task) }));
    expect(buildUpcomingList(rowFacts, '2026-07-01').length).toBeGreaterThan(10);
    const days = new Set(tasks.map(({ taskDate }) => taskDate));
    const listed = [...days].flatMap((day) => buildDayList(rowFacts, day, '2026-07-01'));
    expect(listed).toHaveLength(tasks.length);
  });

  test('keeps follow-up tasks of Pending tickets, and removes those of closed tickets', async () => {
    const followUps = async () => {
      const found = await database.pool.query<{ id: string; day: string; status: string; gone: boolean }>(
        `select t.id, t.task_date::text as day, k.status, t.removed_at is not null as gone from task t
         join ticket k on k.hospital_id = t.hospital_id and k.id = t.source_id where t.source_kind = 'ticket' order by t.id`,
      );
      return found.rows;
    };
    const before = await followUps();
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set(['Pending', 'Closed']));
    await checkTasks(database.db, now);
    const known = new Set(before.map(({ id }) => id));
    const after = await followUps();
    expect(after.filter(({ id }) => known.has(id))).toEqual(
      before.map((each) => ({ ...each, gone: each.status === 'Closed' })),
    );
  });
});
