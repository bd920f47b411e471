import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallSpec } from '#contract/define.ts';
import type { Problem } from '#contract/errors.ts';
import { calls, callList, type CallName } from '#contract/index.ts';
import { mayAccess } from '#contract/permissions.ts';
import { idempotencyHeader, replayedHeader } from '#contract/calls/sync.ts';
import { openWorld, sampleOf, send, type BareSample, type Session, type World } from '#tests/security/world.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { keyless } from '#tests/security/keyless.ts';

let server: TestServer;
let city: World;
beforeAll(async () => {
  server = await startTestServer();
  city = await openWorld(server, server.city);
});
afterAll(() => server.close());

const specOf = (name: CallName): CallSpec => calls[name];
const senderOf = (name: CallName): Session =>
  mayAccess({ role: 'Hospital' }, specOf(name).access) ? city.office : city.admin;

async function ask(name: CallName, sample: BareSample, key?: string) {
  const answer = await send(
    server,
    senderOf(name),
    name,
    sample,
    key === undefined ? {} : { [idempotencyHeader]: key },
  );
  const problem = answer.statusCode >= 400 ? answer.json<Problem>() : undefined;
  return {
    status: answer.statusCode,
    body: answer.body,
    problem,
    replayed: answer.headers[replayedHeader.toLowerCase()],
  };
}

const writes = callList.filter(({ name, spec }) => spec.method !== 'GET' && !keyless.has(name)).map(({ name }) => name);

describe('A retried write', () => {
  test.each(writes)('%s: gets the first response for its key; the key with other input is refused', async (name) => {
    const key = randomUUID();
    const sample = await sampleOf(name, city);
    const first = await ask(name, sample, key);
    expect([first.status, first.replayed]).toEqual([specOf(name).status ?? 200, undefined]);
    const again = await ask(name, sample, key);
    expect([again.status, again.replayed]).toEqual([first.status, 'true']);
    expect(again.body === '' ? '' : JSON.parse(again.body)).toEqual(first.body === '' ? '' : JSON.parse(first.body));
    // These samples always send the same content.
    if (name === 'changePassword' || name === 'addStarterProcedures') return;
    const other = await ask(name, await sampleOf(name, city), key);
    expect([other.status, other.problem?.code]).toEqual([422, 'key.reused']);
  });
});

describe('Missing input', () => {
  const empty = (name: CallName): unknown =>
    specOf(name).body?.safeParse([]).error?.issues[0]?.path.length === 0 ? {} : [];
  const bodied = callList.flatMap(({ name, spec }) => (spec.body && !spec.body.safeParse({}).success ? name : []));

  test.each(bodied)('%s: is refused with a message at each field', async (name) => {
    const { file: _file, ...sample } = await sampleOf(name, city);
    const { status, problem } = await ask(name, { ...sample, body: empty(name) });
    expect([status, problem?.code]).toEqual([400, 'input.invalid']);
    const sentences = Object.values(problem?.errors ?? {}).flat();
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  const questions: [CallName, Record<string, unknown>][] = [
    ['deviceList', { page: 0 }],
    ['ticketPage', { status: 'Lost' }],
    ['warrantyPage', { pageSize: 'many' }],
    ['warrantyDownload', { search: 'x'.repeat(201) }],
    ['warrantySerials', { SerialNumber: 'x'.repeat(201) }],
    ['taskDates', { year: 2026 }],
    ['taskDates', { year: 2026, month: 13 }],
    ['tasksByDate', { year: 2026, month: 2, day: 31 }],
    ['roundChart', { range: 'custom', fromDate: '2026-07-02', toDate: '2026-07-01' }],
    ['roundChart', { range: 'forever' }],
  ];
  test.each(questions)('%s: a query of %j is refused', async (name, query) => {
    const { status, problem } = await ask(name, { query });
    expect([status, problem?.code]).toEqual([400, 'input.invalid']);
  });
});

describe('Closed work', () => {
  const closings: CallName[] = ['closeTask', 'submitMaintenanceReport', 'submitMaintenanceClose'];
  const onTask = [
    'closeTask',
    'submitMaintenanceReport',
    'submitMaintenanceClose',
    'assignTask',
    'moveTask',
    'attemptTask',
    'cancelTask',
    'dispatchTask',
    'escalateTask',
  ] as const;
  const onTicket = ['assignTicket', 'dispatchTicket', 'escalateTicket'] as const;

  /** Returns a call's sample for another record. */
  const about = async (name: CallName, id: string): Promise<BareSample> => {
    const sample = await sampleOf(name, city);
    const fields = Object.entries(sample.body as object);
    return {
      ...sample,
      body: Object.fromEntries(fields.map(([f, v]) => [f, /^(id|taskId|TaskId|ticketId)$/.test(f) ? id : v])),
    };
  };

  test.each(closings)('%s closes a task', async (name) => {
    const id = await city.openTask();
    const { body } = await about(name, id);
    const answer = await ask(name, { body: { ...(body as object), IsActionRequired: false } });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { id, status: 'Closed' }]);
  });

  test.each(onTask)('%s: is refused for a closed task with who closed it and when', async (name) => {
    const id = await city.openTask();
    await city.done('closeTask', { body: { taskId: id, actionTaken: 'Cleaned' } });
    const { body } = await about(name, id);
    // A report that asks for action is kept (P191).
    const { status, problem } = await ask(name, { body: { ...(body as object), IsActionRequired: false } });
    expect([status, problem?.code, problem?.context]).toEqual([
      409,
      'task.already_closed',
      { closedBy: 'City Hospital Office', closedAt: server.clock.now.toISOString() },
    ]);
  });

  test.each(onTicket)('%s: is refused for a closed ticket with who closed it and when', async (name) => {
    const id = await city.made('reportTicket');
    await city.done('closeTicket', { body: { id, actionTaken: 'Fuse', isFollowUpRequired: false } });
    const { status, problem } = await ask(name, await about(name, id));
    expect([status, problem?.code, problem?.context]).toEqual([
      409,
      'ticket.already_closed',
      { closedBy: 'City Hospital Office', closedAt: server.clock.now.toISOString() },
    ]);
  });
});

test.each(['createRoundTemplate', 'updateRoundTemplate', 'restoreRoundTemplate'] as const)(
  '%s: two templates cannot have the same name',
  async (name) => {
    const taken = 'Ward round at dawn';
    const other =
      name === 'createRoundTemplate' ? await sampleOf(name, city) : await sampleOf('updateRoundTemplate', city);
    const named = { ...other, body: { ...(other.body as object), templateName: `${taken} of ${name}` } };
    if (name === 'restoreRoundTemplate') {
      await city.done('updateRoundTemplate', named);
      await city.done('deleteRoundTemplate', { params: named.params ?? {} });
    }
    const first = await sampleOf('createRoundTemplate', city);
    await city.done('createRoundTemplate', {
      body: { ...(first.body as object), templateName: `${taken} of ${name}` },
    });
    const { status, problem } = await ask(
      name,
      name === 'restoreRoundTemplate' ? { params: named.params ?? {} } : named,
    );
    expect([status, problem?.code]).toEqual([409, 'record.duplicate']);
  },
);
