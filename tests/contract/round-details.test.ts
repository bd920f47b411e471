import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FigureSettings } from '#contract/rules/figures/settings.ts';
import { roundEntry } from '#server/db/schema.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

const dayMs = 24 * 60 * 60 * 1000;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const engineer = () => server.as(server.city.users.bme);

async function setKept(
  user: { email: string },
  keepRoundDetails: FigureSettings['keepRoundDetails'] | undefined,
): Promise<{ status: number; said: string; kept: string }> {
  const client = await server.as(user);
  const { since: _since, ...settings } = (await client.call('figureSettings')).answer;
  const { status, answer, problem } = await client.call('updateFigureSettings', {
    body: { ...settings, keepRoundDetails },
  });
  return { status, said: problem.message, kept: answer.keepRoundDetails };
}

async function submit(): Promise<string> {
  const [first = '', second = '', third = ''] = Object.keys(server.city.devices);
  const common = { date: '2026-07-01', dailyRoundTemplateId: server.city.templateId };
  const { answer } = await (
    await engineer()
  ).call('submitRound', {
    body: [
      { ...common, serialNumber: first, status: 'Operational' },
      { ...common, serialNumber: second, status: 'Not Working', description: 'Dead' },
      { ...common, serialNumber: third, status: 'Operational', description: 'New filter' },
    ],
  });
  return answer.roundId;
}

const july = { period: 'custom', from: '2026-07-01', to: '2026-07-31' } as const;

/** Everything that figures say about the entries of July. */
async function figures() {
  const client = await engineer();
  const { answer: page } = await client.call('figures', { query: july });
  const { answer: detail } = await client.call('figureDetail', {
    query: { figure: 'not-seen', ...july, split: 'department' },
  });
  const rows = await client.call('figureRows', { query: { set: 'entry.all', ...july, page: 1, pageSize: 10 } });
  return { groups: page.groups, splits: detail.splits, rows: rows.answer.items };
}

test('P284 the office sets the retention of round details; an app of an earlier release leaves it unchanged', async () => {
  const { bme, hospital } = server.city.users;
  expect(await setKept(bme, '1')).toMatchObject({
    status: 403,
    said: 'Only the hospital’s office can change how long details of old rounds are kept.',
  });
  expect(await setKept(hospital, '2')).toMatchObject({ status: 200, kept: '2' });
  expect(await setKept(bme, undefined)).toMatchObject({ status: 200, kept: '2' });
});

test('P284 after that time a round keeps findings, texts and who was working; figures are unchanged', async () => {
  const { db } = server.database;
  const roundId = await submit();
  server.clock.advance(2 * 365 * dayMs);
  await server.clearNightly();
  expect(await db.select().from(roundEntry)).toHaveLength(3);
  await setKept(server.city.users.hospital, '2');
  await server.clearNightly();
  const before = await figures();
  expect(before.rows).toHaveLength(3);
  server.clock.advance(dayMs);
  await server.clearNightly();
  expect(await db.select().from(roundEntry)).toHaveLength(3);
  server.clock.advance(dayMs);
  await server.clearNightly();

  const left = await db.select().from(roundEntry);
  expect(left.map(({ status, description }) => [status, description]).toSorted()).toEqual([
    ['Not Working', 'Dead'],
    ['Operational', 'New filter'],
  ]);
  expect(await figures()).toEqual(before);
  const { answer } = await (await engineer()).call('roundPage', { params: { id: roundId } });
  expect(answer).toMatchObject({ operational: 2, notWorking: 1, missing: 0 });
  expect(answer.entries.filter(({ isReduced }) => isReduced)).toMatchObject([
    { serialNumber: Object.keys(server.city.devices)[0], status: 'Operational', observedAt: null },
  ]);
});
