import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clockEstimateHeader, clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import { round, roundEntry } from '#server/db/schema.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let asha: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  asha = await server.as(server.city.users.bme);
});
afterEach(() => server.close());

/** The hospital's current date at noon. */
const today = '2026-07-01';
const dayMs = 24 * 3_600_000;

const body = (date: string) => [
  {
    serialNumber: 'VENT-0001',
    installationBaseId: server.city.devices['VENT-0001'],
    status: 'Operational' as const,
    date,
    dailyRoundTemplateId: server.city.templateId,
  },
];
const submit = (date: string, madeAt?: string, offsetMs = 0) =>
  asha.call('submitRound', {
    body: body(date),
    ...(madeAt !== undefined && { headers: { [madeAtHeader]: madeAt, [clockOffsetHeader]: String(offsetMs) } }),
  });
const wrongClock = (said: string) =>
  `The clock of this tablet is wrong: the round counts for 1 Jul 2026, not for ${said}.`;

const tablets: [string, string, string, number, string, string[] | undefined][] = [
  ['a day fast, measured', '2026-07-02', '2026-07-02T05:00:00.000Z', -dayMs, today, [wrongClock('2 Jul 2026')]],
  ['a day fast, not measured', '2026-07-02', '2026-07-02T05:00:00.000Z', 0, today, [wrongClock('2 Jul 2026')]],
  ['a day slow', '2026-06-30', '2026-06-30T05:00:00.000Z', dayMs, today, [wrongClock('30 Jun 2026')]],
  ['right, for a round of the day before', '2026-06-30', '2026-07-01T05:00:00.000Z', 0, '2026-06-30', undefined],
];
test.each(tablets)(
  '5.1: a round from a tablet whose clock is %s counts for its day',
  async (_name, said, madeAt, offsetMs, day, notices) => {
    const { status, answer } = await submit(said, madeAt, offsetMs);
    expect([status, answer.notices]).toEqual([201, notices]);
    const { db } = server.database;
    const [kept] = await db.select().from(round).where(eq(round.id, answer.roundId));
    const [entry] = await db.select().from(roundEntry).where(eq(roundEntry.roundId, answer.roundId));
    expect([kept?.onDay, entry?.onDay]).toEqual([day, day]);
    const templates = await asha.call('roundTemplates');
    expect(templates.answer.find(({ templateId }) => templateId === server.city.templateId)?.isDoneToday).toBe(
      day === today,
    );
  },
);

test('5.1: a round with a future date and no time of creation is a 400 at its date; an earlier date is accepted', async () => {
  const refused = await submit('2026-07-02');
  expect(refused.status).toBe(400);
  expect(refused.answer).toMatchObject({ errors: { date: ['The date of a round must not be in the future.'] } });
  expect((await submit('2026-06-30')).status).toBe(201);
  expect((await submit(today)).status).toBe(201);
});

test('5.13: a round dated by an estimated time counts for the day of the corrected time', async () => {
  const headers = (offsetMs: number) => ({
    [madeAtHeader]: '2026-06-20T05:00:00.000Z',
    [clockOffsetHeader]: String(offsetMs),
    // The tablet's last contact was on 29 June.
    [clockEstimateHeader]: String(9 * dayMs),
  });
  const daysOf = async (offsetMs: number) => {
    const { answer } = await asha.call('submitRound', { body: body('2026-06-29'), headers: headers(offsetMs) });
    const [kept] = await server.database.db.select().from(round).where(eq(round.id, answer.roundId));
    const { answer: page } = await asha.call('roundPage', { params: { id: answer.roundId } });
    return [kept?.onDay, page.tabletTime, answer.notices?.at(-1)];
  };
  expect(await daysOf(11 * dayMs)).toEqual([today, undefined, wrongClock('29 Jun 2026')]);
  // Not corrected: the record has the tablet's own time.
  expect(await daysOf(9 * dayMs)).toEqual([
    '2026-06-29',
    '2026-06-20T05:00:00.000Z',
    'The clock of this tablet was at least 9 days behind when this was saved.',
  ]);
});
