import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxLogoBytes } from '#contract/calls/hospital-logo.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const pdf = Buffer.from('%PDF-1.7');

let server: TestServer;
let office: TestClient;
let asha: TestClient;
let lake: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  office = await server.as(server.city.users.hospital);
  asha = await server.as(server.city.users.bme);
  lake = await server.as(server.lake.users.hospital);
}, 120_000);
afterAll(() => server.close());

const set = (who: TestClient, bytes: Buffer | null) =>
  who.call('setHospitalLogo', { body: { picture: bytes?.toString('base64') ?? null }, key: randomUUID() });

async function logosPulled(who: TestClient, query = {}) {
  const { answer } = await who.call('syncChanges', { query: { limit: 10_000, ...query } });
  return answer.rows.flatMap(({ kind, rows }) => (kind === 'setting' ? rows : [])).filter(({ id }) => id === 'logo');
}

describe('The logo of a hospital', () => {
  test('reaches the tablets of this hospital, and of no other', async () => {
    expect((await set(office, png)).status).toBe(204);
    const logo = { id: 'logo', picture: `data:image/png;base64,${png.toString('base64')}` };
    expect(await logosPulled(asha)).toEqual([logo]);
    expect(await logosPulled(lake)).toEqual([]);
    expect((await set(lake, Buffer.from('\xff\xd8\xff\xe0', 'latin1'))).status).toBe(204);
    expect(await logosPulled(asha)).toEqual([logo]);
    expect(await logosPulled(lake)).toMatchObject([{ picture: 'data:image/jpeg;base64,/9j/4A==' }]);
  });

  test('can be removed; tablets that have it get the change', async () => {
    await set(office, png);
    const { head } = (await asha.call('syncChanges')).answer;
    expect((await set(office, null)).status).toBe(204);
    expect(await logosPulled(asha, { cursor: head })).toEqual([{ id: 'logo', picture: null }]);
  });

  test('is set by the office only', async () => {
    expect((await set(asha, png)).problem.code).toBe('auth.forbidden');
    expect((await set(await server.as(server.admin), png)).problem.code).toBe('auth.forbidden');
    expect((await set(server.visitor, png)).status).toBe(401);
  });

  test.each([
    ['an SVG, which may contain scripts', svg],
    ['a PDF', pdf],
    ['no picture at all', Buffer.from('logo')],
  ])('is refused if it is %s', async (_what, bytes) => {
    await set(office, png);
    expect((await set(office, bytes)).problem.code).toBe('file.wrong_type');
    expect(await logosPulled(asha)).toMatchObject([{ picture: `data:image/png;base64,${png.toString('base64')}` }]);
  });

  test('is refused above 20 kB, or if it is not base64', async () => {
    const most = Buffer.concat([png, Buffer.alloc(maxLogoBytes - png.length)]);
    expect((await set(office, most)).status).toBe(204);
    const more = await set(office, Buffer.concat([most, Buffer.alloc(3)]));
    expect([more.status, more.problem.code]).toEqual([400, 'input.invalid']);
    const body = { picture: '"><img src=x>' };
    expect((await office.call('setHospitalLogo', { body, key: randomUUID() })).problem.code).toBe('input.invalid');
  });

  test('is in the activity log with its author', async () => {
    server.clock.advance(60_000);
    await set(office, png);
    server.clock.advance(60_000);
    await set(office, null);
    const { answer } = await office.call('auditPage');
    expect(answer.items.slice(0, 2).map(({ what, userName }) => [what, userName])).toEqual([
      ['Remove the hospital logo', 'City Hospital Office'],
      ['Set the hospital logo', 'City Hospital Office'],
    ]);
  });
});
