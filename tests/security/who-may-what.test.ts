import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, callList, type CallName } from '#contract/index.ts';
import type { CallSpec, Role } from '#contract/define.ts';
import { mayAccess } from '#contract/permissions.ts';
import { appUser, hospital, hospitalHead } from '#server/db/schema.ts';
import { seedHospital } from '#tests/support/seed.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { leavesOf, withLeaf, withoutBeside } from './leaves.ts';
import { openWorld, sampleOf, send, signIn, type BareSample, type Session, type World } from './world.ts';

let server: TestServer;
let city: World;
let lake: World;
let roles: Record<Role, Session>;
let deactivated: Session;
let deleted: Session;
let outbox: Session;
let oneTime: Session;
let outboxWorld: World;

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.database;
  const { now } = server.clock;
  city = await openWorld(server, server.city);
  lake = await openWorld(server, server.lake, { admin: city.admin });
  roles = { Admin: city.admin, Hospital: city.office, BME: await signIn(server, server.city.users.bme) };

  const closed = await seedHospital(db, { name: 'Dale Hospital', prefix: 'D', now });
  deactivated = await signIn(server, closed.users.bme);
  await db.update(hospital).set({ isActive: false }).where(eq(hospital.id, closed.id));

  deleted = await signIn(server, server.city.users.secondBme);
  await db.update(appUser).set({ deletedAt: now }).where(eq(appUser.id, server.city.users.secondBme.id));

  const left = await seedHospital(db, { name: 'Hill Hospital', prefix: 'H', now });
  outboxWorld = await openWorld(server, left, { admin: city.admin });
  outbox = await signIn(server, left.users.bme);
  const params = { userId: left.users.bme.id };
  await send(server, outbox, 'logout', { params, body: { keepOutbox: true } });
  const reset = await seedHospital(db, { name: 'Moor Hospital', prefix: 'M', now });
  oneTime = await signIn(server, reset.users.bme);
  await db.update(appUser).set({ isPasswordOneTime: true }).where(eq(appUser.id, reset.users.bme.id));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
}, 60_000);
afterAll(() => server.close());

const specOf = (name: CallName): CallSpec => calls[name];
const guarded = callList.filter(({ spec }) => spec.access !== 'open').map(({ name }) => name);

/** Status and code of a response; an event stream is closed once it has started. */
async function ask(session: Session | null, name: CallName, sample: BareSample): Promise<[number, string, string]> {
  if (specOf(name).raw === 'text/event-stream') {
    const { port } = server.app.server.address() as AddressInfo;
    const ended = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${port}/api${specOf(name).path}`, {
      headers: { connection: 'close', ...(session ? { authorization: `Bearer ${session.token}` } : {}) },
      signal: ended.signal,
    });
    if (answer.ok) ended.abort();
    const body = answer.ok ? '' : await answer.text();
    return [answer.status, codeOf(body), body];
  }
  const answer = await send(server, session, name, sample);
  return [answer.statusCode, codeOf(answer.body), answer.body];
}

function codeOf(body: string): string {
  return /"code":"([a-z._]+)"/.exec(body)?.[1] ?? '';
}

describe('Who may make a call', () => {
  test.each(guarded)('%s: only the roles that the contract names', async (name) => {
    const spec = specOf(name);
    const idle = await sampleOf(name, city);
    expect((await ask(null, name, idle)).slice(0, 2)).toEqual([401, 'auth.missing']);
    expect((await ask(deleted, name, idle)).slice(0, 2)).toEqual([401, 'auth.expired']);
    expect((await ask(deactivated, name, idle)).slice(0, 2)).toEqual([403, 'auth.hospital_inactive']);
    for (const role of ['Admin', 'BME', 'Hospital'] as const) {
      // Engineers change the phone of their own account only (P175), which tests/contract/engineer.test.ts tries, and
      // correct the times of their own entries only (P203, P233), which tests/contract/ticket-time.test.ts and task-time.test.ts try.
      // They delete their own views only (P387), which tests/contract/list-views.test.ts tries.
      const ownOnly = ['updateEngineer', 'correctTicketTime', 'correctTaskTime', 'deleteListView'];
      const isOwnOnly = ownOnly.includes(name);
      const may = mayAccess({ role }, spec.access) && !(isOwnOnly && role === 'BME');
      const [status, code] = await ask(roles[role], name, may ? await sampleOf(name, city) : idle);
      expect([role, status, code]).toEqual(may ? [role, spec.status ?? 200, ''] : [role, 403, 'auth.forbidden']);
    }
  });

  test.each(guarded)('%s: a session of scope outbox may only send entries and files', async (name) => {
    const spec = specOf(name);
    const [status, code] = await ask(outbox, name, await sampleOf(name, outboxWorld));
    const may = spec.offline !== undefined || spec.outboxScope === true;
    if (!mayAccess({ role: 'BME' }, spec.access)) expect([status, code]).toEqual([403, 'auth.forbidden']);
    else expect([status, code]).toEqual(may ? [spec.status ?? 200, ''] : [403, 'auth.scope']);
  });

  test.each(guarded)('%s: a session with a one-time password may only set a new one', async (name) => {
    const [status, code, body] = await ask(oneTime, name, await sampleOf(name, city));
    if (name !== 'changePassword') expect([status, code]).toEqual([401, 'auth.one_time_password']);
    else expect([status, body]).toEqual([400, expect.stringContaining('another password than the one-time password')]);
  });

  const open = callList.filter(({ spec }) => spec.access === 'open' && spec.method === 'GET').map(({ name }) => name);
  test.each(open)('%s: a session with a one-time password gets the same as a visitor', async (name) => {
    const sample = await sampleOf(name, city);
    expect(await ask(oneTime, name, sample)).toEqual(await ask(null, name, sample));
  });

  test('only these calls are open to a session with a one-time password', () => {
    expect(callList.filter(({ spec }) => spec.oneTimePassword === true).map(({ name }) => name)).toEqual([
      'logout',
      'changePassword',
    ]);
  });
});

test('a session of scope outbox reads the public page as a visitor does', async () => {
  const sample = await sampleOf('deviceDetails', outboxWorld);
  await send(server, outbox, 'reportTicket', await sampleOf('reportTicket', outboxWorld));
  const [, , left] = await ask(outbox, 'deviceDetails', sample);
  const [, , visitor] = await ask(null, 'deviceDetails', sample);
  expect(left).toBe(visitor);
});

const isForeignId = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{64}$|^LVENT/.test(value);

/**
 * Puts a foreign id into a sample. A device is identified by its id or, if that is unknown, by its serial number: a
 * foreign device gets both, and a foreign serial number is also used alone.
 */
function foreignAt(own: BareSample, path: string[], value: unknown): BareSample {
  const sample = withLeaf(own, path, value);
  if (String(value).startsWith('LVENT')) return withoutBeside(sample, path, /^installationBase/);
  if (!path.at(-1)?.startsWith('installationBase')) return sample;
  return withLeaf(sample, [...path.slice(0, -1), 'serialNumber'], Object.keys(server.lake.devices)[0]);
}

describe('Ids of another hospital', () => {
  /** Checks that nothing of the other hospital is returned: no ids, serials or texts that the request did not contain. */
  function expectNothingOfLake(body: string, sent: BareSample): void {
    const told = JSON.stringify(sent);
    const { ward } = lake;
    const secrets = ['LVENT-0002', 'LMON-0001', 'Lake-', ward.users.bme.id, ward.templateId, ward.warrantyId];
    expect(secrets.filter((secret) => body.includes(secret) && !told.includes(secret))).toEqual([]);
  }
  const ofHospital = callList.filter(({ spec }) => mayAccess({ role: 'BME' }, spec.access) && spec.access !== 'open');

  test.each(ofHospital.map(({ name }) => name))('%s: are unknown in every place, and nothing changes', async (name) => {
    const own = await sampleOf(name, city);
    const foreign = await sampleOf(name, lake);
    const places = new Map(leavesOf(own).map(({ path, value }) => [path.join('.'), value]));
    const swaps = leavesOf(foreign).filter(
      ({ path, value }) => isForeignId(value) && places.get(path.join('.')) !== value,
    );
    const headOf = async () =>
      (await server.database.db.select().from(hospitalHead).where(eq(hospitalHead.hospitalId, server.lake.id)))[0]
        ?.version;
    const before = await headOf();
    for (const { path, value } of swaps) {
      const sample = foreignAt(own, path, value);
      const [status, code, body] = await ask(roles.BME, name, sample);
      const isEmptySearch = specOf(name).method === 'GET' && body === '[]';
      // A report or a closing is kept whomever it names; a notice says that nobody was found. Source: docs/product.md P52.
      // An undo of an unknown act says that it has changed nothing (P266).
      const says = /"notices":\["(.* does not exist|Not undone: )/;
      const isKeptWithNotice = specOf(name).offline !== undefined && says.test(body);
      const isCalledUnknown = body === JSON.stringify({ missing: [value] });
      // A notice may have been deleted before its reading arrives: that changes nothing and is no fault of the reader.
      const isGoneNotice = name === 'readNotices' && status === 200;
      if (!isEmptySearch && !isKeptWithNotice && !isCalledUnknown && !isGoneNotice) {
        const right =
          path[0] === 'params' ? /^404 (record|file)\.unknown$/ : /^(404 record\.unknown|400 input\.invalid)$/;
        expect.soft(`${status} ${code}`, `${path.join('.')}: ${body}`).toMatch(right);
      }
      expectNothingOfLake(body, sample);
    }
    const [, , own1] = await ask(roles.BME, name, own);
    expectNothingOfLake(own1, own);
    expect(await headOf()).toBe(before);
  });
});

const hostile = ['x', "' or 1=1; --", '../../../etc/passwd', '%00\u0000', 'A'.repeat(300)];
const hostileValues = [null, -1, [], { $ne: 1 }, '\u0000', 'A'.repeat(5000)];

describe('Hostile input', () => {
  test.each(callList.map(({ name }) => name).filter((name) => name !== 'logout'))(
    '%s: is accepted or refused with a reason, never a failure',
    async (name) => {
      const spec = specOf(name);
      const session = spec.access === 'open' ? null : mayAccess({ role: 'BME' }, spec.access) ? roles.BME : roles.Admin;
      const own = await sampleOf(name, city);
      const failures: string[] = [];
      const attempt = async (what: string, sample: BareSample): Promise<void> => {
        const { statusCode, body } = await send(server, session, name, sample);
        const isTold = statusCode < 400 || codeOf(body) !== '';
        if (statusCode >= 500 || !isTold || /\bselect .* from |insert into |\/server\/|node_modules/.test(body)) {
          failures.push(`${what}: ${statusCode} ${body.slice(0, 300)}`);
        }
      };
      if (spec.raw === 'text/event-stream') return;
      for (const { path } of leavesOf(own)) {
        const values: readonly unknown[] = path[0] === 'body' ? hostileValues : hostile;
        for (const value of values) {
          await attempt(`${path.join('.')}=${JSON.stringify(value)?.slice(0, 40)}`, withLeaf(own, path, value));
        }
      }
      if (spec.method !== 'GET') {
        for (const body of [null, [], 'x', 5, { constructor: 1 }])
          await attempt(JSON.stringify(body), { ...own, body });
      }
      expect(failures.join('\n')).toBe('');
    },
  );
});
