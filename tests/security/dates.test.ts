import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { CallName } from '#contract/index.ts';
import { toApiError } from '#server/http/app-errors.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { openWorld, sampleOf, send, type BareSample, type World } from './world.ts';

let server: TestServer;
let city: World;
beforeAll(async () => {
  server = await startTestServer();
  city = await openWorld(server, server.city);
});
afterAll(() => server.close());

const strange = ['0202-06-01', '0000-01-01', '1949-12-31', '2101-01-01', '9999-12-31', '0000-01-01T00:00:00Z'];
const report = async (change: object, headers: Record<string, string> = {}) => {
  const sample = await sampleOf('reportTicket', city);
  return send(server, city.office, 'reportTicket', { body: { ...(sample.body as object), ...change } }, headers);
};

/** Yields copies of a sample in which a day or an instant is replaced by another text. */
function* replacing(value: unknown, text: string): Generator {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) yield text;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    for (const changed of replacing(each, text)) {
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
    }
  }
}

describe('A date far from our time is a 400 at its field', () => {
  const dated: CallName[] = ['createDevices', 'updateDevice', 'saveWarranty', 'submitRound', 'reportTicket'];
  test.each(dated)('in %s', async (name) => {
    const sample = await sampleOf(name, city);
    let count = 0;
    for (const text of strange) {
      for (const body of replacing(sample.body, text)) {
        count += 1;
        const answer = await send(server, city.office, name, { ...sample, body });
        expect([text, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([text, 400, 'input.invalid']);
        expect(Object.keys(answer.json<{ errors: object }>().errors)).toHaveLength(1);
      }
    }
    expect(count).toBeGreaterThanOrEqual(strange.length);
  });

  test.each(['roundChart', 'auditPage'] as const)('in the query of %s', async (name) => {
    for (const text of strange) {
      const query: BareSample['query'] =
        name === 'auditPage' ? { from: text } : { range: 'custom', fromDate: text, toDate: city.today };
      expect([text, (await send(server, city.office, name, { query })).statusCode]).toEqual([text, 400]);
    }
  });
});

test('an entry whose header has an implausible time ignores that header', async () => {
  for (const at of ['0000-01-01T00:00:00Z', '-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z']) {
    expect((await report({}, { [madeAtHeader]: at })).statusCode).toBe(201);
  }
  for (const offset of ['-1e300', '1e300', '-8.64e15', 'Infinity']) {
    const headers = { [madeAtHeader]: server.clock.now.toISOString(), [clockOffsetHeader]: offset };
    expect((await report({}, headers)).statusCode).toBe(201);
  }
});

test('a report cannot be in the future, by the clock of its device and with two minutes of tolerance', async () => {
  const at = (ms: number): string => new Date(server.clock.now.getTime() + ms).toISOString();
  const day = 24 * 60 * 60_000;
  for (const reportedDate of [at(121_000), at(day), at(2 * day).slice(0, 10)]) {
    const refused = await report({ reportedDate });
    expect([reportedDate, refused.statusCode, refused.json<{ errors: object }>().errors]).toEqual([
      reportedDate,
      400,
      { reportedDate: ['The reported date must not be in the future.'] },
    ]);
  }
  for (const reportedDate of [at(0), at(119_000), at(0).slice(0, 10)]) {
    expect([reportedDate, (await report({ reportedDate })).statusCode]).toEqual([reportedDate, 201]);
  }
  const ahead = { [madeAtHeader]: at(3 * day), [clockOffsetHeader]: String(-3 * day) };
  expect((await report({ reportedDate: at(3 * day) }, ahead)).statusCode).toBe(201);
  expect((await report({ reportedDate: at(3 * day).slice(0, 10) }, ahead)).statusCode).toBe(201);
  // The clock was behind when measured and has been set since, so the form proposed a future day.
  const setSince = { [madeAtHeader]: at(0), [clockOffsetHeader]: String(3 * day) };
  const kept = await report({ reportedDate: at(3 * day).slice(0, 10) }, setSince);
  expect(kept.statusCode).toBe(201);
});

test('a value that the database cannot hold is a 400 and is not sent again', () => {
  for (const code of ['22007', '22008', '22009', '22003', '22P02']) {
    expect(toApiError(Object.assign(new Error('x'), { code, name: 'error', statusCode: 500 }))).toMatchObject({
      code: 'input.invalid',
    });
  }
});
