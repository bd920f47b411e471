import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import jwt from '@fastify/jwt';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { sql } from 'drizzle-orm';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type pg from 'pg';
import * as z from 'zod/mini';
import { filePieceBytes, idempotencyHeader, protocolHeader, protocolVersion } from '#contract/sync.ts';
import { answerErrors, sendProblem, toApiError } from './app-errors.ts';
import { loadAppMeta } from './app-meta.ts';
import type { FileStore } from './attachments/file-store.ts';
import { accessTokens } from './auth/tokens.ts';
import type { Services } from './context.ts';
import { keepLostConnectionsQuiet, type Database } from './db/database.ts';
import type { DatabaseLog } from './db/database-log.ts';
import { hidden, serveDocs } from './docs.ts';
import { mountCalls } from './handlers.ts';
import { readJson } from './json-body.ts';
import { ApiError } from './problem.ts';
import { serveApp } from './static-app.ts';
import { createChangeHub, endEventStreams } from './sync/events.ts';

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
  /** Checks each answer against the contract; costs a quarter of the requests per second. */
  checkAnswers?: boolean;
}

const quiet: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
const requestMs = 60_000;
const eventLoopDelayMaxMs = 3_000;
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
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, _request, reply) => {
      void sendProblem(reply.header(protocolHeader, protocolVersion), toApiError(error).problem);
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
  await app.register(jwt, { secret: meta.signingKey, sign: { algorithm: 'HS256' }, verify: { algorithms: ['HS256'] } });
  await app.register(multipart);
  await app.register(rateLimit, { global: false });
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMaxMs,
    pressureHandler: (_request, reply) => void sendProblem(reply, new ApiError('server.busy').problem, 1),
  });

  const hub = createChangeHub(deps.connection, deps.log ?? quiet);
  const services: Services = {
    db: deps.db,
    now: deps.now,
    meta,
    tokens: accessTokens(app),
    files: deps.files,
    hub,
    checkAnswers: deps.checkAnswers ?? false,
  };
  await serveDocs(app);
  mountCalls(app, services);
  app.get('/api/health/live', { schema: hidden }, () => ({ status: 'ok' }));
  app.get('/api/health/ready', { schema: hidden }, async () => {
    await deps.db.execute(sql`select 1`);
    return { status: 'ok' };
  });
  await serveApp(app, deps.appDir);

  app.addHook('onReady', () => hub.start());
  app.addHook('preClose', () => endEventStreams());
  app.addHook('onClose', () => hub.stop());
  return app;
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
