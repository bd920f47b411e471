import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Session } from '#contract/calls/session.ts';
import type { Role } from '#contract/define.ts';
import type { Services } from '#server/context.ts';
import { authenticate, type Authenticated } from '#server/session/session.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
beforeEach(async () => {
  await server?.close();
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
});
afterAll(() => server.close());

/** Returns the claims of a sign-in's token. */
function claimsOf(session: Session): { family: string; hospital: string | null; scope: 'full' | 'outbox' } {
  return JSON.parse(Buffer.from(session.token.split('.')[1] ?? '', 'base64url').toString());
}

describe('A list', () => {
  test('is read in one statement with the session of its caller, even with a search', async () => {
    const asked = vi.spyOn(server.database.pool, 'query');
    for (const search of ['', 'icu']) {
      asked.mockClear();
      expect((await bme.call('departmentPage', { query: { search } })).status).toBe(200);
      expect(asked).toHaveBeenCalledTimes(1);
    }
  });

  test('with invalid input reads only the session: a caller whose session has ended learns nothing else', async () => {
    const wrong = { query: { page: 0 } };
    expect((await bme.call('departmentPage', wrong)).problem.code).toBe('input.invalid');
    await server.database.db.execute(sql`update refresh_family set revoked_at = ${server.clock.now.toISOString()}`);
    expect((await bme.call('departmentPage', wrong)).problem.code).toBe('auth.expired');
  });

  test('that fails in the database reveals to a caller without access only that they have none', async () => {
    const wrong = {};
    await server.database.db.execute(sql`alter table department rename column location to place`);
    expect((await bme.call('departmentPage', wrong)).problem.code).toBe('server.failed');
    await server.database.db.execute(sql`update hospital set is_active = false`);
    expect((await bme.call('departmentPage', wrong)).problem.code).toBe('auth.hospital_inactive');
    await server.database.db.execute(sql`update refresh_family set revoked_at = ${server.clock.now.toISOString()}`);
    expect((await bme.call('departmentPage', wrong)).problem.code).toBe('auth.expired');
  });

  test('of an account that moved to another hospital is that of its current hospital', async () => {
    const { city, lake } = server;
    await server.database.db.execute(sql`update app_user set hospital_id = ${lake.id} where id = ${city.users.bme.id}`);
    const { answer } = await bme.call('engineerPage', {});
    expect(new Set(answer.items.map(({ hospitalId }) => hospitalId))).toEqual(new Set([lake.id]));
  });
});

describe('The query beside the session check', () => {
  /** Asks for the session together with a statement that leaves a trace if it runs. */
  async function ask(
    claims = claimsOf(bme.session!),
    roles: readonly Role[] = ['BME', 'Hospital'],
  ): Promise<{ outcome: Authenticated | string; ran: boolean }> {
    const { db } = server.database;
    await db.execute(sql`create sequence trace`);
    const services = {
      db,
      now: () => server.clock.now,
      tokens: { read: async () => claims },
    } as unknown as Services;
    const request = { headers: { authorization: 'Bearer token' } } as FastifyRequest;
    const outcome = await authenticate(
      services,
      request,
      {},
      {
        roles,
        statement: (hospitalId) => sql`select nextval('trace')::int as trace, ${hospitalId}::text as hospital`,
      },
    ).catch((error: { problem: { code: string } }) => error.problem.code);
    const { rows } = await db.execute<{ ran: boolean }>(sql`select is_called as ran from trace`);
    return { outcome, ran: rows[0]?.ran ?? false };
  }

  test('runs for a valid session', async () => {
    const { outcome, ran } = await ask();
    expect(ran).toBe(true);
    expect(outcome).toMatchObject({
      actor: { id: server.city.users.bme.id, hospital: { id: server.city.id } },
      beside: { trace: 1, hospital: server.city.id },
    });
  });

  const refused: [state: string, change: string, code: string][] = [
    ['that was revoked', 'update refresh_family set revoked_at = now()', 'auth.expired'],
    ['that has expired', "update refresh_family set expires_at = '2026-07-01T06:30:00Z'", 'auth.expired'],
    ['of a deleted account', 'update app_user set deleted_at = now()', 'auth.expired'],
    ['of a deactivated hospital', 'update hospital set is_active = false', 'auth.hospital_inactive'],
    ['with a one-time password', 'update app_user set is_password_one_time = true', 'auth.one_time_password'],
  ];
  test.each(refused)('does not run for a session %s', async (_state, change, code) => {
    await server.database.db.execute(sql.raw(change));
    expect(await ask()).toEqual({ outcome: code, ran: false });
  });

  const unread: [state: string, change: string][] = [
    ['that may only send', "update refresh_family set scope = 'outbox'"],
    ['of another role', "update app_user set role = 'Admin', hospital_id = null where role = 'BME'"],
  ];
  test.each(unread)('does not run for a session %s, which the call then refuses', async (_state, change) => {
    await server.database.db.execute(sql.raw(change));
    const { outcome, ran } = await ask();
    expect(ran).toBe(false);
    expect(outcome).toMatchObject({ beside: undefined });
    const { status } = await bme.call('departmentPage', {});
    expect(status).toBe(403);
  });

  test('does not run for a role that the call does not allow', async () => {
    const { outcome, ran } = await ask(claimsOf(bme.session!), ['Hospital']);
    expect(ran).toBe(false);
    expect(outcome).toMatchObject({ actor: { id: server.city.users.bme.id }, beside: undefined });
  });

  test("does not run for the token of a locked tablet, nor for a hospital other than the account's", async () => {
    const claims = claimsOf(bme.session!);
    const locked = await ask({ ...claims, scope: 'outbox' });
    expect(locked).toMatchObject({ ran: false, outcome: { actor: { scope: 'outbox' }, beside: undefined } });
    await server.database.db.execute(sql`drop sequence trace`);
    const foreign = await ask({ ...claims, hospital: server.lake.id });
    expect(foreign).toMatchObject({ ran: false, outcome: { actor: { hospital: { id: server.city.id } } } });
    expect(foreign.outcome).toMatchObject({ beside: undefined });
  });
});
