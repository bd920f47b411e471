import { randomBytes } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import jwt from '@fastify/jwt';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type pg from 'pg';
import * as z from 'zod/mini';
import { filePieceBytes, idempotencyHeader, protocolHeader, protocolVersion } from '#contract/sync.ts';
import { answerErrors, sendProblem, toApiError } from './app-errors.ts';
import { loadAppMeta } from './app-meta.ts';
import type { FileStore } from './attachments/file-store.ts';
import { openSigningKeys } from './auth/signing-keys.ts';
import { accessTokens } from './auth/tokens.ts';
import type { Services } from './context.ts';
import { keepLostConnectionsQuiet, type Database } from './db/database.ts';
import type { DatabaseLog } from './db/database-log.ts';
import { serveDocs } from './docs.ts';
import { mountCalls } from './handlers.ts';
import { serveHealth } from './health/health.ts';
import { readJson } from './json-body.ts';
import { measure } from './metrics/metrics.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { ApiError } from './problem.ts';
import { logRequests } from './request-log.ts';
import { serveApp } from './static-app.ts';
import { createChangeHub, endEventStreams } from './sync/events.ts';
import { createWriteGate } from './sync/write-gate.ts';

/** What the server runs on; tests give other things. */
export interface AppDeps {
  pool: pg.Pool;
  db: Database;
  /** For the one connection that listens for changes. */
  connection: pg.ClientConfig;
  /** The only source of time. */
  now: () => Date;
  /** Where attached files are kept. */
  files: FileStore;
  /** Folder of the built app; undefined serves the API alone. */
  appDir?: string;
  log?: FastifyBaseLogger | undefined;
  tls?: { cert: Buffer; key: Buffer };
  /** Proxies whose X-Forwarded-* headers are believed: their addresses, or how many stand before this server. */
  trustProxy?: string[] | number | undefined;
  /** Lets whoever knows it read the metrics; undefined: only programs of this machine. */
  metricsToken?: string | undefined;
  /** Checks each answer against the contract; costs a quarter of the requests per second. */
  checkAnswers?: boolean;
}

const quiet: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
const requestMs = 60_000;
const eventLoopDelayMaxMs = 3_000;
/** A tablet holds one event stream and a few short connections; more than these are refused before they cost memory. */
const connectionsMax = 8_000;
/** A serial number of 255 signs, each written as up to 3 bytes of %XX. */
const paramLengthMax = 255 * 9;

/** Builds the server on a migrated database; nothing listens yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  z.config(z.locales.en());
  keepLostConnectionsQuiet(deps.pool);
  const meta = await loadAppMeta(deps.db);
  const app: FastifyInstance = fastify({
    ...(deps.log ? { loggerInstance: deps.log } : { logger: false }),
    ...(deps.tls ? { https: deps.tls } : {}),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: paramLengthMax },
    forceCloseConnections: 'idle',
    requestTimeout: requestMs,
    trustProxy: trustOf(deps.trustProxy),
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, _request, reply) => {
      // No hook has run for such an address: what they say has to be said here.
      void reply.headers({
        [protocolHeader]: protocolVersion,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      void sendProblem(reply, toApiError(error).problem);
    },
  });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  answerErrors(app);
  readJson(app);
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: filePieceBytes },
    (_request, body, done) => done(null, body),
  );
  markOurAnswers(app);
  app.server.maxConnections = connectionsMax;
  logRequests(app);
  const hub = createChangeHub(deps.connection, deps.log ?? quiet);
  // Before compression, which makes a stream of a refusal.
  const registry = measure(app, { pool: deps.pool, hub, now: deps.now });

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Hospitals run it on plain HTTP inside their network too.
    strictTransportSecurity: deps.tls !== undefined,
    crossOriginEmbedderPolicy: false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Permissions-Policy', 'camera=(self), microphone=(), geolocation=()');
  });
  await app.register(compress, {
    encodings: ['gzip', 'identity'],
    zlibOptions: { level: constants.Z_BEST_SPEED },
    customTypes: /^(application\/(problem\+)?json|text\/(html|css)|image\/svg\+xml)/,
  });
  await app.register(cookie);
  // Each token names its own key; one without would be signed with a secret that nobody keeps.
  await app.register(jwt, {
    secret: randomBytes(32).toString('base64url'),
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'] },
  });
  await app.register(multipart);
  await app.register(rateLimit, { global: false });
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMaxMs,
    // An interval in which nothing could be measured counts as endless: a shorter one would refuse after a shorter pause.
    sampleInterval: eventLoopDelayMaxMs,
    pressureHandler: (_request, reply) => void sendProblem(reply, new ApiError('server.busy').problem, 1),
  });

  const services: Services = {
    db: deps.db,
    now: deps.now,
    meta,
    tokens: accessTokens(app, await openSigningKeys(deps.db, deps.now())),
    files: deps.files,
    hub,
    writes: createWriteGate(),
    checkAnswers: deps.checkAnswers ?? false,
  };
  await serveDocs(app);
  mountCalls(app, services);
  serveHealth(app, { db: deps.db, hub });
  serveMetrics(app, registry, deps.metricsToken);
  await serveApp(app, deps.appDir);

  app.addHook('onReady', () => hub.start());
  app.addHook('preClose', () => endEventStreams());
  app.addHook('onClose', () => hub.stop());
  return app;
}

/** Believes the listed proxies, or the given number of them next to this server, and by itself none. */
function trustOf(proxies: AppDeps['trustProxy']): string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : (proxies ?? []);
}

/** Lets a client tell our answers from those of a portal or proxy: also on errors and unknown addresses. */
function markOurAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/api(\/|$)/i.test(request.url)) return;
    reply.header(protocolHeader, protocolVersion);
    reply.header('cache-control', 'no-store');
    const key = request.headers[idempotencyHeader.toLowerCase()];
    if (typeof key === 'string' && /^[\x21-\x7e]{1,64}$/.test(key)) reply.header(idempotencyHeader, key);
  });
}
