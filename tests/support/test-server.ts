import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { AnswerOf, BodyInput, ParamsOf, QueryInput } from '#contract/define.ts';
import type { Problem } from '#contract/errors.ts';
import { callPath, calls, type CallName, type Calls } from '#contract/index.ts';
import type { Session } from '#contract/calls/session.ts';
import { idempotencyHeader } from '#contract/calls/sync.ts';
import { buildApp, type AppDeps } from '#server/app.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { boundStore } from '#server/files/bounded-store.ts';
import { createFileStore } from '#server/files/file-store.ts';
import { runClearing } from '#server/jobs/nightly.ts';
import { seedAdmin, seedHospital, seedPassword, type SeededHospital, type SeededUser } from './seed.ts';
import { sharedDatabases, type TestDatabase } from './test-database.ts';

/** Options of a call, typed by the contract. */
interface CallOptions<N extends CallName> {
  params?: ParamsOf<Calls[N]>;
  query?: QueryInput<Calls[N]>;
  body?: BodyInput<Calls[N]>;
  /** The Idempotency-Key. */
  key?: string;
  headers?: Record<string, string>;
}

/** An answer; `answer` is typed by the contract and valid after a check of `status`. */
export interface CallAnswer<N extends CallName> {
  status: number;
  answer: AnswerOf<Calls[N]>;
  problem: Problem;
  header(name: string): string | undefined;
  response: LightMyRequestResponse;
}

/** A signed-in user, or a visitor. */
export interface TestClient {
  session: Session | null;
  cookie: string | undefined;
  call<N extends CallName>(name: N, options?: CallOptions<N>): Promise<CallAnswer<N>>;
}

/** The whole server on a separate database, without a port. */
export interface TestServer {
  readonly app: FastifyInstance;
  database: TestDatabase;
  admin: SeededUser;
  /** The hospital of the tests. */
  city: SeededHospital;
  /** Another hospital, whose records must stay invisible; its serials begin with `L`. */
  lake: SeededHospital;
  clock: { now: Date; advance(ms: number): void };
  /** Signs in, optionally from a given address. */
  as(user: Pick<SeededUser, 'email'> & { password?: string; deviceId?: string }, address?: string): Promise<TestClient>;
  visitor: TestClient;
  /**
   * Starts another server on the same database and files, with separate modules as in another process behind a load
   * balancer; the caller closes it.
   */
  another(): Promise<FastifyInstance>;
  /** Runs the nightly clearing of all hospitals. */
  clearNightly(): Promise<void>;
  /** Stops the server and starts it again on its database. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The options of a test; everything else is as shipped. */
type ServerOptions = Partial<
  Pick<
    AppDeps,
    | 'files'
    | 'log'
    | 'trustProxy'
    | 'metricsToken'
    | 'alertAfter'
    | 'appDir'
    | 'sessionDays'
    | 'bodies'
    | 'freeBytes'
    | 'mailer'
    | 'push'
  >
> & {
  now?: Date;
  /** Adds the demo hospital. */
  demo?: boolean;
};

/** Starts the server with two seeded hospitals; the clock stands still until a test advances it. */
export async function startTestServer(options: ServerOptions = {}): Promise<TestServer> {
  const now = options.now ?? new Date('2026-07-01T06:30:00.000Z');
  const { demo = false } = options;
  const { database, filled } = await (
    await sharedDatabases()
  ).createFilled(`${now.toISOString()} ${demo}`, async (db) => {
    if (demo) await seedDemo(db, { now, newId: randomUUID });
    const admin = await seedAdmin(db);
    const city = await seedHospital(db, { name: 'City Hospital', prefix: '', now });
    return { admin, city, lake: await seedHospital(db, { name: 'Lake Hospital', prefix: 'L', now }) };
  });
  const filesDir = await mkdtemp(path.join(tmpdir(), 'wr-files-'));
  const clock = {
    now,
    advance(ms: number) {
      this.now = new Date(this.now.getTime() + ms);
    },
  };
  const { now: _now, demo: _demo, files: store = createFileStore(filesDir), ...chosen } = options;
  const files = boundStore(store);
  const build = (buildIt = buildApp) =>
    buildIt({
      ...database,
      files,
      ...chosen,
      now: () => clock.now,
      checkAnswers: true,
    });
  let app = await build();
  await app.ready();
  const current = (): FastifyInstance => app;
  return {
    get app() {
      return app;
    },
    database,
    ...filled,
    clock,
    visitor: client(current, null, undefined),
    async as(user, address) {
      const response = await app.inject({
        method: 'POST',
        url: '/api/Auth/login',
        payload: { email: user.email, password: user.password ?? seedPassword, deviceId: user.deviceId },
        ...(address === undefined ? {} : { remoteAddress: address }),
      });
      if (response.statusCode !== 200) throw new Error(`${user.email} cannot sign in: ${response.body}`);
      return client(current, response.json<Session>(), response.cookies[0]?.value);
    },
    async another() {
      vi.resetModules();
      const loaded = await import('#server/app.ts');
      return build(loaded.buildApp);
    },
    async clearNightly() {
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      await runClearing({ db: database.db, files, now: () => clock.now, log });
    },
    async restart() {
      await app.close();
      app = await build();
      await app.ready();
    },
    async close() {
      await app.close();
      await database.close();
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}

function client(app: () => FastifyInstance, session: Session | null, cookie: string | undefined): TestClient {
  return {
    session,
    cookie,
    async call(name, options = {}) {
      const spec = calls[name];
      const request: InjectOptions = {
        method: spec.method,
        url: `/api${callPath(spec, options.params)}`,
        query: Object.fromEntries(Object.entries(options.query ?? {}).map(([field, value]) => [field, String(value)])),
        headers: {
          ...(session ? { authorization: `Bearer ${session.token}` } : {}),
          ...(options.key === undefined ? {} : { [idempotencyHeader]: options.key }),
          ...options.headers,
        },
        ...(cookie === undefined ? {} : { cookies: { ward_refresh: cookie } }),
        ...(options.body === undefined ? {} : { payload: options.body }),
      };
      const response = await app().inject(request);
      const isJson = String(response.headers['content-type'] ?? '').includes('json');
      const body: unknown = isJson ? response.json() : undefined;
      return {
        status: response.statusCode,
        answer: body as never,
        problem: body as Problem,
        header: (header) => response.headers[header.toLowerCase()]?.toString(),
        response,
      };
    },
  };
}
