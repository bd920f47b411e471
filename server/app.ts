import { randomBytes } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import jwt from '@fastify/jwt';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type pg from 'pg';
import * as z from 'zod/mini';
import { filePieceBytes, idempotencyHeader, protocolHeader, protocolVersion } from '#contract/calls/sync.ts';
import { createGate } from './gate.ts';
import { createCrowds } from './crowds.ts';
import { createBodyRoom, type BodyBounds } from './body-room.ts';
import { answerErrors, sendProblem, toApiError } from './http/app-errors.ts';
import { loadAppMeta } from './db/app-meta.ts';
import type { FileStore } from './files/file-store.ts';
import { createSecurityLog } from './auth/security-events.ts';
import { openSigningKeys } from './auth/signing-keys.ts';
import { accessTokens } from './auth/tokens.ts';
import type { Services } from './context.ts';
import { createActivityCounter } from './kept-counts/activity-counter.ts';
import { createCountKeeper } from './kept-counts/counts.ts';
import { createFigureKeeper } from './kept-counts/hospital-figures.ts';
import { createKept } from './kept-counts/kept.ts';
import { keepLostConnectionsQuiet, type Database } from './db/database.ts';
import type { DatabaseLog } from './db/database-log.ts';
import { serveDocs } from './http/docs.ts';
import { mountCalls } from './handlers.ts';
import { boundConnections, closeAnswered, serverOptions } from './http/connections.ts';
import { serveHealth } from './http/health.ts';
import { readJson } from './http/json-body.ts';
import { measure } from './http/metrics.ts';
import { serveMetrics } from './http/serve-metrics.ts';
import type { Mailer } from './outgoing/mailer.ts';
import { openPusher, type PusherSettings } from './outgoing/pusher.ts';
import { ApiError } from './problem.ts';
import { logRequests } from './http/request-log.ts';
import { serveApp } from './http/static.ts';
import { refuseHalfHeads, refuseStalled, refuseUnread, watchUnread } from './http/unread-requests.ts';
import { createChangeHub } from './db/change-hub.ts';
import { endEventStreams } from './sync/event-stream.ts';
import { createWriteGate } from './db/write-gate.ts';

/** The server's dependencies; tests pass their own. */
export interface AppDeps {
  pool: pg.Pool;
  db: Database;
  /** For the connection that listens for changes. */
  connection: pg.ClientConfig;
  /** The only source of time. */
  now: () => Date;
  /** Where attached files are kept; `boundStore` gives its calls deadlines, shared with the jobs. */
  files: FileStore;
  /** Returns the free space where this server stores; undefined if database and files are elsewhere. Units: bytes. */
  freeBytes?: (() => Promise<number>) | undefined;
  /** Folder of the built app; undefined serves the API alone. */
  appDir?: string;
  log?: FastifyBaseLogger | undefined;
  tls?: { cert: Buffer; key: Buffer };
  /** Trusted proxies for X-Forwarded-* headers: their addresses, or their number in front of this server. */
  trustProxy?: string[] | number | undefined;
  /** The bearer token for the metrics; undefined: the metrics are not served. */
  metricsToken?: string | undefined;
  /** How many refusals of one account or address within 15 minutes raise the alert. */
  alertAfter?: number | undefined;
  /** Undefined: this server sends no mail. */
  mailer?: Mailer | undefined;
  /** How notices are sent by push; undefined: as shipped. */
  push?: PusherSettings;
  /** Number of days after which a session ends, no matter how much it is used; undefined: 30. */
  sessionDays?: number | undefined;
  /** Bounds of request bodies in memory; undefined: those of the server. */
  bodies?: BodyBounds;
  /** Checks each answer against the contract, which costs a quarter of the requests per second. */
  checkAnswers?: boolean;
}

const quiet: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
const defaultAlertAfter = 20;
/**
 * Makes a page of 2,000 changes a quarter smaller than the fastest gzip would, for 4 ms more outside the event loop.
 * The window (2^18 bytes) bounds the memory of each answer; the default would take 4 MB.
 */
const answerBrotli = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 };
/** How much people without an account may do concurrently: most database connections stay available for users. */
const publicSlots = { inAll: 4, each: [2] };
const requestMs = 60_000;
const dayMs = 24 * 60 * 60 * 1000;
const defaultSessionDays = 30;
const maxEventLoopDelayMs = 3_000;
/** Fits a serial number of 255 characters, each escaped as up to three %XX. */
const maxParamLength = 255 * 9;

/** One year. Other names under the hospital's domain are not ours to restrict, so subdomains are left out. */
const transportPolicy = 'max-age=31536000';

/** Builds the server on a migrated database without starting to listen. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  z.config(z.locales.en());
  keepLostConnectionsQuiet(deps.pool);
  const meta = await loadAppMeta(deps.db);
  const app: FastifyInstance = fastify({
    ...(deps.log ? { loggerInstance: deps.log } : { logger: false }),
    ...(deps.tls ? { https: { ...deps.tls, ...serverOptions } } : { http: serverOptions }),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: maxParamLength },
    forceCloseConnections: 'idle',
    requestTimeout: requestMs,
    trustProxy: trustOf(deps.trustProxy),
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: refuseUnread,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for such an address, so the headers are set here.
      void reply.header('x-content-type-options', 'nosniff');
      markAsOurs(request, reply);
      void sendProblem(reply, toApiError(error).problem);
    },
  });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  const { now, alertAfter = defaultAlertAfter } = deps;
  const security = createSecurityLog({ log: app.log, now, alertAfter, secret: meta.signingKey });
  answerErrors(app, security);
  readJson(app);
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: filePieceBytes },
    (_request, body, done) => done(null, body),
  );
  app.addHook('onRequest', async (request, reply) => markAsOurs(request, reply));
  watchUnread(app.server);
  boundConnections(app.server, deps.trustProxy !== undefined);
  closeAnswered(app);
  refuseHalfHeads(app);
  logRequests(app);
  const hub = createChangeHub(deps.connection, deps.log ?? quiet);
  // Registered before compression, which turns a refusal into a stream.
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
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Permissions-Policy', 'camera=(self), microphone=(), geolocation=()');
    // Hospitals also run the server on plain HTTP inside their network; TRUST_PROXY says which proxy's headers to
    // believe.
    if (request.protocol === 'https') reply.header('strict-transport-security', transportPolicy);
  });
  await app.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    brotliOptions: { params: answerBrotli },
    zlibOptions: { level: constants.Z_BEST_SPEED },
    customTypes: /^(application\/(problem\+)?json|text\/(html|css)|image\/svg\+xml)/,
  });
  await app.register(cookie);
  // Each token names its key; a token without one would be signed with a secret that is not stored anywhere.
  await app.register(jwt, {
    secret: randomBytes(32).toString('base64url'),
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'] },
  });
  await app.register(multipart);
  await app.register(rateLimit, { global: false });
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    // An interval without a measurement counts as an infinite delay, so a shorter interval would refuse requests after
    // shorter pauses.
    sampleInterval: maxEventLoopDelayMs,
    pressureHandler: (_request, reply) => void sendProblem(reply, new ApiError('server.busy').problem, 1),
  });

  const services: Services = {
    db: deps.db,
    now: deps.now,
    meta,
    tokens: accessTokens(app, await openSigningKeys(deps.db, deps.now())),
    files: deps.files,
    sessionMs: (deps.sessionDays ?? defaultSessionDays) * dayMs,
    hub,
    security,
    writes: createWriteGate(),
    mailer: deps.mailer,
    pusher: await openPusher(deps.db, deps.push),
    publicDoor: createGate(publicSlots),
    crowds: createCrowds(),
    bodies: createBodyRoom(app.server, refuseStalled, deps.bodies),
    figures: createFigureKeeper(),
    counts: createCountKeeper(),
    activity: createActivityCounter(),
    kept: createKept(),
    checkAnswers: deps.checkAnswers ?? false,
  };
  await serveDocs(app);
  mountCalls(app, services);
  await serveHealth(app, { db: deps.db, hub, freeBytes: deps.freeBytes });
  serveMetrics(app, registry, deps.metricsToken);
  await serveApp(app, deps.appDir);

  app.addHook('onReady', () => hub.start());
  app.addHook('preClose', () => endEventStreams());
  app.addHook('onClose', () => hub.stop());
  return app;
}

/** Returns which proxies to trust: the listed ones, or a number of hops in front of this server; none by default. */
function trustOf(proxies: AppDeps['trustProxy']): string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : (proxies ?? []);
}

/**
 * Marks a response as ours, errors and unknown addresses included, so that clients can distinguish it from one sent by
 * a captive portal or proxy.
 */
function markAsOurs(request: FastifyRequest, reply: FastifyReply): void {
  if (!/^\/api(\/|$)/i.test(request.url)) return;
  void reply.header(protocolHeader, protocolVersion);
  void reply.header('cache-control', 'no-store');
  const key = request.headers[idempotencyHeader.toLowerCase()];
  if (typeof key === 'string' && /^[\x21-\x7e]{1,64}$/.test(key)) void reply.header(idempotencyHeader, key);
}
