import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { rotateSigningKey } from '#server/auth/signing-keys.ts';
import { readOwnSchema } from '#server/db/release-schema.ts';
import { migrationsFolder } from '#server/migrations-folder.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { breakdownReport } from '#tests/support/breakdown-report.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

const minuteMs = 60_000;
let server: TestServer;
afterEach(() => server.close());

const report = (text?: string) => breakdownReport(server, text);
const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  server.app.inject({ url, headers, remoteAddress });

describe('Health', () => {
  test('is alive and ready if the database responds, and only alive if it does not', async () => {
    server = await startTestServer();
    expect((await get('/api/health/live')).json()).toEqual({ status: 'ok' });
    expect((await get('/api/health/ready')).json()).toEqual({ status: 'ok', database: 'ok', liveEvents: 'ok' });
    const { pool } = server.database;
    Object.assign(pool, { query: () => Promise.reject(new Error('gone')) });
    const ready = await get('/api/health/ready');
    expect([ready.statusCode, ready.json().code, ready.headers['retry-after']]).toEqual([503, 'server.busy', '1']);
    expect((await get('/api/health/live')).statusCode).toBe(200);
    Reflect.deleteProperty(pool, 'query');
  });

  test('probes a hung disk once, however often it is asked, and is ready when the disk responds', async () => {
    const disk = { hangs: true, looks: 0, answer: (_free: number): void => undefined };
    const freeBytes = (): Promise<number> => {
      disk.looks += 1;
      return disk.hangs ? new Promise((resolve) => (disk.answer = resolve)) : Promise.resolve(1024 ** 3);
    };
    server = await startTestServer({ freeBytes });
    const ready = async () => (await get('/api/health/ready')).json<{ status: unknown; detail?: string }>();
    const asked = await Promise.all([ready(), ready(), ready()]);
    asked.push(await ready());
    expect(asked.map(({ detail }) => detail)).toEqual(Array.from({ length: 4 }, () => 'The disk does not answer.'));
    expect(disk.looks).toBe(1);
    disk.hangs = false;
    disk.answer(1024 ** 3);
    expect((await ready()).status).toBe('ok');
  });

  test('is not ready on a full disk, nor on a newer database schema that does not support this release', async () => {
    const disk = { free: 1024 ** 3 };
    server = await startTestServer({ freeBytes: () => Promise.resolve(disk.free) });
    const ready = async () => (await get('/api/health/ready')).json<{ status: unknown; detail?: string }>();
    expect((await ready()).status).toBe('ok');
    disk.free = 1024 ** 2;
    expect(await ready()).toMatchObject({ status: 503, detail: 'The disk is full.' });
    disk.free = 1024 ** 3;
    await server.database.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 9999999999999)`,
    );
    const said = (mark: number) =>
      server.database.db.execute(sql`update app_meta set value = ${String(mark)} where name = 'serves-from'`);
    const { newest } = readOwnSchema(migrationsFolder);
    expect((await ready()).status).toBe('ok');
    await said(newest + 1);
    expect(await ready()).toMatchObject({
      status: 503,
      detail: 'A newer release has changed the database: start that release here, too.',
    });
    await said(newest);
    expect((await ready()).status).toBe('ok');
  });
});

describe('Load', () => {
  /** Blocks the event loop, as long-running JavaScript does. */
  const block = (ms: number): void => {
    for (const until = performance.now() + ms; performance.now() < until;);
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  test('four pauses of a second in a row cause no refusals', async () => {
    server = await startTestServer();
    for (let pause = 0; pause < 4; pause += 1) {
      block(1_100);
      await turn();
      expect((await get('/api/InstallationBase/paged?page=1')).statusCode).toBe(401);
    }
  });

  test('a server that was blocked beyond its limit answers 503 for a moment', async () => {
    server = await startTestServer();
    const refused = async () => {
      block(3_500);
      await turn();
      const { statusCode, headers } = await get('/api/InstallationBase/paged?page=1');
      return statusCode === 503 && headers['retry-after'] === '1';
    };
    expect((await refused()) || (await refused()) || (await refused())).toBe(true);
  });
});

describe('Metrics', () => {
  test('count requests by the pattern of their route, writes by kind, and refusals by code', async () => {
    const metricsToken = 'a-long-secret-of-prometheus';
    server = await startTestServer({ metricsToken });
    const bme = await server.as(server.city.users.bme);
    const key = randomUUID();
    const headers = { 'X-Ward-Made-At': '2026-07-01T06:20:00.000Z' };
    await bme.call('reportTicket', { body: report(), key, headers });
    await bme.call('reportTicket', { body: report(), key, headers });
    await bme.call('closeTask', { body: { taskId: randomUUID(), actionTaken: 'Cleaned' }, key: randomUUID() });
    await get('/api/InstallationBase/qr-code/image/VENT-0001');
    await get('/api/nothing/VENT-0002');
    const text = (await get('/api/metrics', { authorization: `Bearer ${metricsToken}` })).body;
    expect(text).toMatch(/^ward_writes_total\{kind="breakdown\.report",outcome="done"\} 1$/m);
    expect(text).toMatch(/^ward_writes_total\{kind="breakdown\.report",outcome="replayed"\} 1$/m);
    expect(text).toMatch(/^ward_writes_total\{kind="task\.close",outcome="refused"\} 1$/m);
    expect(text).toMatch(/^ward_refusals_total\{code="record\.unknown"\} [12]$/m);
    expect(text).toMatch(/^ward_sync_entry_age_seconds_sum\{kind="breakdown\.report"\} 600$/m);
    expect(text).toMatch(
      /ward_http_request_duration_seconds_count\{method="POST",route="\/api\/BreakDown",status="201"\} 2/,
    );
    expect(text).toMatch(/^ward_database_requests_waiting 0$/m);
    expect(text).toMatch(/^ward_live_events_connected 1$/m);
    expect(text).toMatch(/^ward_event_loop_delay_seconds \d/m);
    expect(text).not.toMatch(/VENT-|ward\.test|A\. Rao/);
    expect(text).not.toContain(key);
  });

  test('count refused entries, uploads and pulls of tablets by code and hospital', async () => {
    const metricsToken = 'a-long-secret-of-prometheus';
    server = await startTestServer({ metricsToken });
    const bme = await server.as(server.city.users.bme);
    const close = { taskId: server.city.tasks.upcoming, actionTaken: 'Cleaned' };
    await bme.call('closeTask', { body: close, key: randomUUID() });
    await bme.call('closeTask', { body: close, key: randomUUID() });
    await bme.call('closeTask', { body: close, key: randomUUID(), headers: { 'X-Ward-Kind': 'task.close@99' } });
    await bme.call('addTaskNote', { body: { taskId: close.taskId, note: 'One' }, key: 'the-same' });
    await bme.call('addTaskNote', { body: { taskId: close.taskId, note: 'Two' }, key: 'the-same' });
    await bme.call('closeTask', { body: { ...close, taskId: randomUUID() }, key: randomUUID() });
    const text = (await get('/api/metrics', { authorization: `Bearer ${metricsToken}` })).body;
    const counted = [...text.matchAll(/^ward_sync_refusals_total\{code="(.+)",hospital="(.+)"\} (\d+)$/gm)];
    expect(counted.map(([, code, hospital, count]) => [code, hospital, count]).toSorted()).toEqual([
      ['app.update_required', server.city.id, '1'],
      ['key.reused', server.city.id, '1'],
      ['task.already_closed', server.city.id, '1'],
    ]);
  });

  test('report the utilization of the event loop since the last read', async () => {
    const metricsToken = 'a-long-secret-of-prometheus';
    server = await startTestServer({ metricsToken });
    const utilization = async () => {
      const { body } = await get('/api/metrics', { authorization: `Bearer ${metricsToken}` });
      return Number(/^ward_event_loop_utilization (\S+)$/m.exec(body)?.[1]);
    };
    // Each reading measures the second before it; a loaded machine may leave none of the first ones idle.
    const idle = async () => {
      await setTimeout(1000);
      return utilization();
    };
    await expect.poll(idle, { timeout: 20_000 }).toBeLessThan(0.5);
    const startedAtMs = Date.now();
    while (Date.now() - startedAtMs < 300);
    expect(await utilization()).toBeGreaterThan(0.8);
  });

  test('are refused without a token, even to local programs, since a local proxy may hide its callers', async () => {
    server = await startTestServer();
    for (const authorization of [undefined, '', 'Bearer', 'Bearer ', 'Bearer undefined']) {
      const answer = await get('/api/metrics', authorization === undefined ? {} : { authorization });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'auth.forbidden']);
    }
  });

  test('are open to any address with the token', async () => {
    const metricsToken = 'a-long-secret-of-prometheus';
    server = await startTestServer({ metricsToken });
    expect((await get('/api/metrics')).statusCode).toBe(403);
    expect((await get('/api/metrics', { authorization: 'Bearer wrong' })).statusCode).toBe(403);
    const right = await get('/api/metrics', { authorization: `Bearer ${metricsToken}` }, '10.0.0.9');
    expect([right.statusCode, right.headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
  });
});

describe('The log', () => {
  test('of a session at trace level contains no address, name, serial, password, token, cookie or user text', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const log: FastifyBaseLogger = fastify({ logger: { level: 'trace', stream } }).log;
    server = await startTestServer({ log });
    const { bme: asha, hospital } = server.city.users;
    const bme = await server.as(asha);
    const office = await server.as(hospital);
    await server.visitor.call('login', { body: { email: asha.email, password: 'a-wrong-one' } });
    await bme.call('reportTicket', { body: report('Patient fell'), key: randomUUID() });
    await bme.call('closeTask', { body: { taskId: server.city.tasks.overdue, actionTaken: ' ' }, key: randomUUID() });
    await get('/api/InstallationBase/qr-code/image/VENT-0001');
    await get('/api/nothing/VENT-0002?email=asha@c-ward.test');
    await get(`/api/Sync/changes?token=${String(bme.session?.token)}`);
    await server.app.inject({
      method: 'POST',
      url: '/api/BreakDown',
      headers: { authorization: `Bearer ${String(bme.session?.token)}`, 'content-type': 'application/json' },
      payload: '{"problemReported":"Patient fell',
    });
    // A refusal by the database is logged with its statement but without the values.
    await server.database.db.execute(sql`alter table ticket add constraint no_more check (false) not valid`);
    const failed = await bme.call('reportTicket', { body: report('Patient fell'), key: randomUUID() });
    expect(failed.status).toBe(500);
    await server.database.db.execute(sql`drop table app_user cascade`);
    await server.visitor.call('login', { body: { email: asha.email, password: seedPassword } });

    const text = lines.join('');
    expect(lines.length).toBeGreaterThan(8);
    expect(text).toContain('"route":"/api/BreakDown"');
    expect(text).toContain('A request failed');
    const secrets = [
      ...Object.values(server.city.users).flatMap(({ email, name }) => [email, name]),
      'VENT-000',
      'Patient fell',
      seedPassword,
      'a-wrong-one',
      ...[bme, office].flatMap(({ session, cookie }) => [session?.token ?? '-', cookie?.split('.')[1] ?? '-']),
    ];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe('Limits', () => {
  test('reject an oversized body, and bound connections and their duration', async () => {
    server = await startTestServer();
    const bme = await server.as(server.city.users.bme);
    const headers = { authorization: `Bearer ${String(bme.session?.token)}`, 'content-type': 'application/json' };
    const payload = `{"problemReported":"${'x'.repeat(5 * 1024 * 1024)}"}`;
    const answer = await server.app.inject({ method: 'POST', url: '/api/BreakDown', headers, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'body.too_large']);
    const { maxConnections, requestTimeout, headersTimeout, keepAliveTimeout } = server.app.server;
    expect([maxConnections, requestTimeout]).toEqual([8_000, 60_000]);
    expect(headersTimeout).toBeLessThanOrEqual(60_000);
    expect(keepAliveTimeout).toBeGreaterThan(0);
  });
});

describe('Signing keys', () => {
  test('are created at the first start and reused at the next', async () => {
    server = await startTestServer();
    const bme = await server.as(server.city.users.bme);
    await server.restart();
    expect((await bme.call('ticketTiles')).status).toBe(200);
  });

  test('are rotated without signing anybody out: older tokens are valid until they expire', async () => {
    server = await startTestServer();
    const bme = await server.as(server.city.users.bme);
    await rotateSigningKey(server.database.db, server.clock.now);
    server.clock.advance(minuteMs);
    expect((await bme.call('ticketTiles')).status).toBe(200);
    const later = await server.as(server.city.users.bme);
    const kid = (token = '') =>
      JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string;
    expect(kid(later.session?.token)).not.toBe(kid(bme.session?.token));
    await rotateSigningKey(server.database.db, server.clock.now);
    server.clock.advance(10 * minuteMs);
    expect((await later.call('ticketTiles')).status).toBe(200);
    server.clock.advance(10 * minuteMs);
    await rotateSigningKey(server.database.db, server.clock.now);
    const [row] = (await server.database.pool.query("select value from app_meta where name = 'token-keys'")).rows;
    expect(JSON.parse(row.value)).toHaveLength(2);
  });

  test('that leaked are revoked within half a minute, and the cookie starts the next session', async () => {
    server = await startTestServer();
    const bme = await server.as(server.city.users.bme);
    await rotateSigningKey(server.database.db, server.clock.now, true);
    server.clock.advance(minuteMs / 2 + 1);
    expect((await bme.call('ticketTiles')).problem.code).toBe('auth.expired');
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/Auth/refresh/${server.city.users.bme.id}`,
      cookies: { ward_refresh: bme.cookie ?? '' },
    });
    expect(answer.statusCode).toBe(200);
    const headers = { authorization: `Bearer ${String(answer.json().token)}` };
    expect((await get('/api/BreakDown/tiles', headers)).statusCode).not.toBe(401);
  });
});

describe('Behind a proxy', () => {
  const refusedFrom = async (address: (at: number) => string): Promise<number> => {
    let refused = 0;
    for (let at = 0; at < 63; at += 1) {
      const headers = { 'x-forwarded-for': address(at) };
      const answer = await get('/api/InstallationBase/equipmentdetails/VENT-0001', headers, '10.0.0.1');
      if (answer.statusCode === 429) refused += 1;
    }
    return refused;
  };

  test('that is trusted, each caller has the limits of its own address, and a forged address is ignored', async () => {
    server = await startTestServer({ trustProxy: ['10.0.0.0/8'] });
    expect(await refusedFrom((at) => `198.51.100.${at}`)).toBe(0);
    expect(await refusedFrom((at) => `203.0.113.${at}, 192.0.2.7`)).toBe(3);
  });

  test('that is not configured, all callers share one address', async () => {
    server = await startTestServer();
    expect(await refusedFrom((at) => `198.51.100.${at}`)).toBe(3);
  });
});
