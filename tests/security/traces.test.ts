import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuditRow } from '#contract/calls/audit.ts';
import { recordLog } from '#tests/support/log-lines.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

const address = '192.0.2.7';
const alertAfter = 8;

let server: TestServer;
let lines: Record<string, unknown>[];
beforeEach(async () => {
  const recorded = recordLog();
  lines = recorded.lines;
  server = await startTestServer({ log: recorded.log, alertAfter });
});
afterEach(() => server.close());

/** The event lines, without the fields that every line has. */
const traces = (): Record<string, unknown>[] =>
  lines.flatMap(({ level, event, time: _time, pid: _pid, hostname: _host, reqId: _id, msg: _msg, ...facts }) =>
    typeof event === 'string' ? [{ level, event, ...facts }] : [],
  );
const info = 30;
const warn = 40;
const error = 50;

const login = (email: string, password: string, remoteAddress = address) =>
  server.app.inject({ method: 'POST', url: '/api/Auth/login', payload: { email, password }, remoteAddress });

async function activity(search: string): Promise<AuditRow[]> {
  const office = await server.as(server.city.users.hospital);
  return (await office.call('auditPage', { query: { search } })).answer.items;
}

describe('Sign-ins and refusals', () => {
  test('sign-ins and sign-outs are logged with account, hospital and address, and sign-ins in the activity log', async () => {
    const { id, email } = server.city.users.bme;
    const bme = await server.as(server.city.users.bme, address);
    await bme.call('logout', { params: { userId: id }, body: {} });
    const facts = { account: id, hospital: server.city.id, address };
    expect(traces()).toEqual([
      { level: info, event: 'sign_in.done', ...facts },
      { level: info, event: 'session.ended', ...facts, address: '127.0.0.1' },
    ]);
    expect(JSON.stringify(lines)).not.toContain(email);
    const [row] = await activity('rao');
    expect(row).toMatchObject({ what: 'Sign in', userName: 'A. Rao', userRole: 'BME', records: [] });
    expect(row?.at).toBe(server.clock.now.toISOString());
    expect((await activity('sign in')).length).toBeGreaterThan(0);
    const lake = await server.as(server.lake.users.hospital);
    const seen = (await lake.call('auditPage', { query: {} })).answer.items;
    expect(seen.map(({ userName }) => userName)).toEqual(['Lake Hospital Office']);
  });

  test("an Admin's sign-in is in the Admins' log", async () => {
    const admin = await server.as(server.admin);
    const rows = (await admin.call('auditPage', { query: {} })).answer.items;
    expect(rows.map(({ what, userRole }) => [what, userRole])).toEqual([['Sign in', 'Admin']]);
  });

  test('refused sign-ins log the account id, or a fingerprint for an unknown one, but neither password nor e-mail', async () => {
    const { id, email } = server.city.users.bme;
    await login(email, 'a wrong password');
    for (let tried = 0; tried < 2; tried += 1) await login('Nobody@nowhere.test', 'a wrong password');
    const found = traces();
    const facts = { level: warn, event: 'sign_in.refused', address, code: 'auth.invalid_credentials' };
    const route = '/api/Auth/login';
    expect(found).toEqual([
      { ...facts, account: id, route },
      { ...facts, account: expect.stringMatching(/^unknown-[\w-]{12}$/), route },
      { ...facts, account: expect.stringMatching(/^unknown-[\w-]{12}$/), route },
    ]);
    expect(new Set(found.map(({ account }) => account)).size).toBe(2);
    expect(JSON.stringify(lines)).not.toMatch(/wrong password|nowhere\.test/i);
    expect(JSON.stringify(lines)).not.toContain(email);
  });

  test('a call that the role may not make, and one without a session, are logged', async () => {
    const bme = await server.as(server.city.users.bme);
    await bme.call('hospitals');
    await server.visitor.call('hospitals');
    const common = { address: '127.0.0.1', route: '/api/Hospital' };
    expect(traces().slice(1)).toEqual([
      { level: warn, event: 'access.refused', account: server.city.users.bme.id, code: 'auth.forbidden', ...common },
      { level: info, event: 'session.refused', code: 'auth.missing', ...common },
    ]);
  });

  test('reuse of a refresh secret is logged', async () => {
    const { id } = server.city.users.bme;
    const refresh = (cookie = '') =>
      server.app.inject({ method: 'POST', url: `/api/Auth/refresh/${id}`, cookies: { ward_refresh: cookie } });
    const first = (await server.as(server.city.users.bme)).cookie;
    const second = (await refresh(first)).cookies[0]?.value;
    await refresh(second);
    await refresh(first);
    expect(traces().slice(1)).toEqual([
      { level: warn, event: 'session.secret_reused', account: id, address: '127.0.0.1' },
      expect.objectContaining({ level: info, event: 'session.refused', code: 'auth.expired' }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(first?.split('.')[1]);
  });
});

describe('The alert', () => {
  const alerts = () => traces().filter(({ event }) => event === 'alert.refusals');

  test('is one line per window once an account reaches the limit of refusals, throttled ones included', async () => {
    const { id, email } = server.city.users.bme;
    const guess = async (from: number, count: number) => {
      for (let tried = from; tried < from + count; tried += 1) await login(email, 'wrong!', `198.51.100.${tried}`);
    };
    await guess(0, alertAfter - 1);
    expect(alerts()).toEqual([]);
    await guess(alertAfter, 3 * alertAfter);
    const alert = { level: error, event: 'alert.refusals', account: id, refusals: alertAfter, minutes: 15 };
    expect(alerts()).toEqual([alert]);
    server.clock.advance(15 * 60_000);
    await guess(0, alertAfter);
    expect(alerts()).toEqual([alert, alert]);
  });

  test('is one line if an address tries many accounts', async () => {
    for (let tried = 0; tried < 2 * alertAfter; tried += 1) await login(`guess-${tried}@city.test`, 'wrong!');
    expect(alerts()).toEqual([{ level: error, event: 'alert.refusals', address, refusals: alertAfter, minutes: 15 }]);
  });

  test('is not raised by tablets whose sessions have ended', async () => {
    for (let asked = 0; asked < 2 * alertAfter; asked += 1) await server.visitor.call('ticketTiles');
    expect(traces()).toHaveLength(2 * alertAfter);
    expect(alerts()).toEqual([]);
  });
});

describe('Completed actions', () => {
  test('a password change and a wrong current password are logged, the change once it is committed', async () => {
    const { id } = server.city.users.bme;
    const bme = await server.as(server.city.users.bme);
    const newPassword = 'a better one 41';
    await bme.call('changePassword', { body: { currentPassword: 'wrong-secret', newPassword } });
    await bme.call('changePassword', { body: { currentPassword: seedPassword, newPassword }, key: 'once' });
    await bme.call('changePassword', { body: { currentPassword: seedPassword, newPassword }, key: 'once' });
    expect(traces().slice(1)).toEqual([
      { level: warn, event: 'password.refused', account: id, address: '127.0.0.1' },
      { level: info, event: 'password.changed', account: id, hospital: server.city.id, address: '127.0.0.1' },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/wrong-secret|a better one/);
    expect((await activity('change own password')).map(({ userName }) => userName)).toEqual(['A. Rao']);
  });

  test('a password reset is logged with who did it and for whom, and is in the activity log', async () => {
    const { id } = server.city.users.bme;
    const office = await server.as(server.city.users.hospital);
    const { answer } = await office.call('bme', { params: { id } });
    const body = { ...answer, password: 'for one time 93' };
    expect((await office.call('updateEngineer', { params: { id }, body })).status).toBe(200);
    expect(traces().find(({ event }) => event === 'password.reset')).toEqual({
      level: warn,
      event: 'password.reset',
      account: id,
      by: server.city.users.hospital.id,
      hospital: server.city.id,
      address: '127.0.0.1',
    });
    const [row] = await activity('password reset');
    expect(row).toMatchObject({ what: 'Password reset', userName: 'City Hospital Office', records: ['A. Rao'] });
  });

  test('a refused reset is not logged as done', async () => {
    const { id } = server.city.users.bme;
    const office = await server.as(server.city.users.hospital);
    const { answer } = await office.call('bme', { params: { id } });
    const body = { ...answer, password: 'for one time 93', revision: 'stale' };
    expect((await office.call('updateEngineer', { params: { id }, body })).status).toBe(409);
    expect(traces().map(({ event }) => event)).toEqual(['sign_in.done']);
    expect(await activity('password reset')).toEqual([]);
  });

  test('a spreadsheet export is in both logs', async () => {
    const bme = await server.as(server.city.users.bme);
    expect((await bme.call('warrantyDownload')).status).toBe(200);
    expect(traces().at(-1)).toMatchObject({ event: 'export.warranties', account: server.city.users.bme.id });
    const [row] = await activity('export');
    expect(row).toMatchObject({ what: 'Export the list of warranties', userName: 'A. Rao' });
  });
});
