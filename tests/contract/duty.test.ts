import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

type Body = BodyInput<Calls['updateDutyTable']>;

let server: TestServer;
let bme: TestClient;
let office: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
  office = await server.as(server.city.users.hospital);
});
afterAll(() => server.close());

const shift = (more: Partial<Body['shifts'][number]> = {}) => ({
  id: 'night',
  technicianId: server.city.users.bme.id,
  days: [5, 6],
  from: '20:00',
  to: '08:00',
  ...more,
});
const away = (more: Partial<Body['leave'][number]> = {}) => ({
  id: 'xmas',
  technicianId: server.city.users.secondBme.id,
  from: '2026-12-24',
  to: '2026-12-26',
  ...more,
});
const save = (client: TestClient, body: Body) => client.call('updateDutyTable', { body, key: randomUUID() });

async function onTablets() {
  const { rows } = (await bme.call('syncChanges', { query: { limit: 10_000 } })).answer;
  return rows.flatMap(({ kind, rows: records }) => (kind === 'setting' ? records : [])).find(({ id }) => id === 'duty');
}

describe('P322 duty and leave of a hospital', () => {
  test('are saved as a whole by engineers and the office, reach tablets and appear in the activity log', async () => {
    const { answer: before } = await bme.call('dutyTable');
    expect(before).toMatchObject({ shifts: [], leave: [] });
    expect(await onTablets()).toBeUndefined();
    const { answer } = await save(bme, { shifts: [shift()], leave: [], revision: before.revision });
    expect(await onTablets()).toEqual({ id: 'duty', shifts: [shift()], leave: [] });
    await save(office, { shifts: [shift()], leave: [away()], revision: answer.revision });
    expect(await onTablets()).toEqual({ id: 'duty', shifts: [shift()], leave: [away()] });

    const conflict = await save(office, { shifts: [shift({ to: '06:00' })], leave: [], revision: answer.revision });
    expect([conflict.status, conflict.problem.code]).toEqual([409, 'record.conflict']);

    const other = await (await server.as(server.lake.users.bme)).call('dutyTable');
    expect(other.answer).toMatchObject({ shifts: [], leave: [] });
    const { answer: log } = await office.call('auditPage', {
      query: { page: 1, pageSize: 100, search: '', from: '2026-01-01', to: '2026-12-31' },
    });
    expect(log.items.some(({ what, userName }) => what === 'Change duty and leave' && userName === 'A. Rao')).toBe(
      true,
    );
  });

  test('drop an engineer who has left, and cannot name them again', async () => {
    const { answer: before } = await office.call('dutyTable');
    const { secondBme } = server.city.users;
    const both = { shifts: [shift({ technicianId: secondBme.id })], leave: [away()], revision: before.revision };
    const { answer: saved } = await save(office, both);
    expect(saved.shifts).toHaveLength(1);
    await office.call('deleteEngineer', { params: { id: secondBme.id }, key: randomUUID() });
    const { answer: after } = await office.call('dutyTable');
    expect(after).toMatchObject({ shifts: [], leave: [] });
    const again = await save(office, { ...both, revision: after.revision });
    expect([again.status, again.problem.code]).toEqual([404, 'record.unknown']);
    const foreign = {
      shifts: [shift({ technicianId: server.lake.users.bme.id })],
      leave: [],
      revision: after.revision,
    };
    expect((await save(office, foreign)).problem.code).toBe('record.unknown');
  });

  test.each([
    ['no engineer', { shifts: [{ technicianId: '' }] }, 'shifts.0.technicianId', 'Please choose an engineer.'],
    ['no day', { shifts: [{ days: [] }] }, 'shifts.0.days', 'Please choose at least one day.'],
    ['no time', { shifts: [{ from: '' }] }, 'shifts.0.from', 'Please enter a time such as 09:00.'],
    ['a duplicate entry', { shifts: [{}, {}] }, 'shifts', 'An entry of duty is there twice.'],
    [
      'leave that ends before it begins',
      { leave: [{ to: '2026-12-23' }] },
      'leave.0.to',
      'The last day must not be before the first.',
    ],
  ])('%s is refused at its field', async (_what, parts, field, sentence) => {
    const { shifts = [], leave = [] }: { shifts?: object[]; leave?: object[] } = parts;
    const body = { shifts: shifts.map((part) => shift(part)), leave: leave.map((part) => away(part)) };
    const { status, problem } = await save(bme, body);
    expect([status, problem.errors]).toEqual([400, { [field]: [sentence] }]);
  });
});
