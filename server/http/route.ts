import { randomUUID } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallSpec } from '#contract/define.ts';
import { calls, offlineWrites, type CallName } from '#contract/index.ts';
import { mayAccess } from '#contract/permissions.ts';
import { totalHeader } from '#contract/calls/dashboard.ts';
import { kindHeader, replayedHeader, versionHeader } from '#contract/calls/sync.ts';
import type { Upload } from '../files/file-store.ts';
import { authenticate, type ReadBeside } from '../session/session.ts';
import { nameAccount, writeActivity, type SecurityEvent, type SecurityFacts } from '../auth/security-events.ts';
import type {
  DirectCallName,
  DirectHandlers,
  Handlers,
  NoteSecurity,
  PlainCallName,
  ReadOfOne,
  Services,
  SessionActor,
} from '../context.ts';
import type { Executor } from '../db/database.ts';
import { noHospital, readScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import {
  headerText,
  maxFormBytes,
  readEntryTime,
  readForm,
  readKey,
  validateInput,
  type RawInput,
  type ReadForm,
} from './input.ts';
import { routeSchema } from './route-schema.ts';
import { sendAnswer } from './send-answer.ts';
import { withFilesKept } from './keep-files.ts';
import { followMerges } from '../records/survivor.ts';
import { writeOnce, type WriteAccess } from '../sync/write-once.ts';

/** Limit for bodies other than forms: JSON, of which a round of a whole hospital is the longest, and file chunks. */
const maxBodyBytes = 4 * 1024 * 1024;
/** Limit for visitors, who only send an e-mail address and a password. */
const maxOpenBytes = 16 * 1024;

/** The shared holder of visitors' bodies. */
const noSession = 'visitors';

/** Users who were admitted before the body of their request was read. */
const admitted = new WeakMap<FastifyRequest, SessionActor>();
/** Rows that were read along with the session of an admitted request. */
const rowsBeside = new WeakMap<FastifyRequest, unknown>();

/** Returns the id of the hospital whose user sent a request. */
export const hospitalOf = (request: FastifyRequest): string | undefined => admitted.get(request)?.hospital?.id;

/** A handler as `mount` calls it, without static types: validation guarantees them. */
type BareHandler = (ctx: never) => Promise<unknown>;
/** A single-statement read, likewise without static types. */
type BareReadOfOne = ReadOfOne<never>;

/**
 * Mounts calls of the contract: session, access, validation, exactly-once writes and the response format are handled
 * here; a handler only performs the action.
 */
export function mount<N extends PlainCallName>(app: FastifyInstance, services: Services, handlers: Handlers<N>): void {
  for (const [name, handler] of Object.entries<BareHandler | BareReadOfOne>(handlers)) {
    if (typeof handler !== 'function') {
      addRoute(app, services, name, (call) => readOne(services, call, handler), handler);
      continue;
    }
    addRoute(app, services, name, (call) =>
      call.spec.method === 'GET' ? read(services, call, handler) : write(services, call, handler),
    );
  }
}

/** Mounts calls that send bytes, streams or cookies themselves; session, access and validation work the same. */
export function mountDirect<N extends DirectCallName>(
  app: FastifyInstance,
  services: Services,
  handlers: DirectHandlers<N>,
): void {
  for (const [name, handler] of Object.entries<BareHandler>(handlers)) {
    addRoute(app, services, name, (call) => direct(services, call, handler));
  }
}

interface IncomingCall {
  name: CallName;
  spec: CallSpec;
  request: FastifyRequest;
  reply: FastifyReply;
  actor: SessionActor | null;
  now: Date;
}

function addRoute(
  app: FastifyInstance,
  services: Services,
  name: string,
  act: (call: IncomingCall) => Promise<void>,
  one?: BareReadOfOne,
): void {
  if (!isCallName(name)) throw new Error(`Not a call of the contract: ${name}`);
  const spec: CallSpec = calls[name];
  if (one && (spec.perMinute || typeof spec.access === 'string')) {
    throw new Error(`${name} is read beside the session, which neither counts calls nor lets others in than roles`);
  }
  const bound = boundOf(app, spec);
  app.route({
    method: spec.method,
    url: `/api${spec.path}`,
    schema: routeSchema(name, spec),
    // An endless stream cannot answer HEAD.
    exposeHeadRoute: spec.method === 'GET' && spec.raw !== 'text/event-stream',
    bodyLimit: spec.maxBytes ?? (spec.access === 'open' ? maxOpenBytes : maxBodyBytes),
    onRequest: async (request, reply) => {
      const actor = await (spec.access === 'open'
        ? authenticate(services, request, spec).then(
            ({ actor }) => actor,
            () => null,
          )
        : admit(services, spec, request, one));
      if (actor) admitted.set(request, actor);
      await bound(request);
      await services.bodies.admit(request, reply, {
        hospitalId: actor?.hospital?.id ?? noHospital,
        sessionId: actor?.familyId ?? noSession,
        maxBytes: spec.multipart ? maxFormBytes : maxBodyBytes,
      });
    },
    handler: async (request, reply) => {
      const actor = admitted.get(request) ?? null;
      await act({ name, spec, request, reply, actor, now: services.now() });
      return reply;
    },
  });
}

/**
 * Enforces the rate limit of a call: each session has its own, and callers without a session share the limit of their
 * address. GET and the HEAD route that Fastify adds share one counter. Throws: ApiError `server.rate_limited`.
 */
function boundOf(app: FastifyInstance, { perMinute }: CallSpec): (request: FastifyRequest) => Promise<void> {
  if (perMinute === undefined) return () => Promise.resolve();
  const count = app.createRateLimit({
    max: (request) => (admitted.has(request) ? perMinute.session : perMinute.stranger),
    timeWindow: 60_000,
    keyGenerator: callerOf,
  });
  return async (request) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    throw new ApiError('server.rate_limited', undefined, { retryAfter: counted.ttlInSeconds });
  };
}

/** Returns the key of a rate limit: the session, or the network of a caller without one. */
function callerOf(request: FastifyRequest): string {
  const actor = admitted.get(request);
  return actor ? `session ${actor.familyId}` : normalizeIP(request.ip);
}

/** Admits or refuses a request by session, role and the session's scope. */
async function admit(
  services: Services,
  spec: CallSpec,
  request: FastifyRequest,
  one?: BareReadOfOne,
): Promise<SessionActor> {
  const { actor, beside } = await authenticate(services, request, spec, one && besideOf(spec, request, one));
  nameAccount(request, actor.id);
  if (!mayAccess(actor, spec.access)) throw new ApiError('auth.forbidden');
  if (actor.scope === 'outbox' && !spec.offline && !spec.outboxScope) throw new ApiError('auth.scope');
  if (beside !== undefined) rowsBeside.set(request, beside);
  return actor;
}

/**
 * Returns the read to send along with the session check; none for invalid input, which is refused only after admission.
 */
function besideOf(spec: CallSpec, request: FastifyRequest, one: BareReadOfOne): ReadBeside {
  return {
    roles: typeof spec.access === 'string' ? [] : spec.access,
    statement(hospitalId) {
      const input = attempt(() => validateInput(spec, inputOf(request, undefined)));
      return 'error' in input ? undefined : one.statement({ ...input.value, hospital: { id: hospitalId } } as never);
    },
  };
}

/** Sends the answer from the row that was read along with the session, or reads it now. */
async function readOne(services: Services, call: IncomingCall, one: BareReadOfOne): Promise<void> {
  const { spec, request, actor } = call;
  if (!actor?.hospital) throw new ApiError('auth.forbidden');
  const input = validateInput(spec, inputOf(request, request.body));
  const hospital = readScope(services.db, actor.hospital);
  const asked = { ...input, hospital } as never;
  const row = rowsBeside.get(request) ?? (await hospital.rows(one.statement(asked)))[0];
  sendAnswer(services, call, spec.status ?? 200, one.answer(row as never, asked));
}

async function read(services: Services, call: IncomingCall, handler: BareHandler): Promise<void> {
  const { spec, request, reply, actor, now } = call;
  const input = validateInput(spec, inputOf(request, request.body));
  const hospital = actor?.hospital ? readScope(services.db, actor.hospital) : null;
  const total = (count: number) => void reply.header(totalHeader, String(count));
  const system = { db: services.db, inHospital: () => Promise.reject(new Error('A read does not write')) };
  const note = noting(call, services.db, (event, facts) => services.security.note(event, facts));
  const ctx = { ...input, now, services, note, address: request.ip, actor, hospital, system, uploads: [], total };
  sendAnswer(services, call, spec.status ?? 200, await handler(ctx as never));
}

async function write(services: Services, call: IncomingCall, handler: BareHandler): Promise<void> {
  const { name, spec, request, reply, actor, now } = call;
  if (!actor) throw new ApiError('auth.missing');
  const kind = headerText(request, kindHeader) ?? null;
  if (kind !== null && offlineWrites.get(kind)?.name !== name) throw new ApiError('app.update_required');
  const given = readKey(request);
  const form =
    spec.multipart && request.isMultipart() ? await readForm(request, spec).catch(discardRest(request)) : null;
  const raw = inputOf(request, form ? form.body : request.body);
  const uploads: Upload[] = form?.uploads ?? [];
  const arrived: ReadForm['arrived'] = form?.arrived ?? new Map();
  const time = readEntryTime(request, now);
  const key = given ?? randomUUID();
  const validated = attempt(() => validateInput(spec, raw));
  // The refusal of an offline entry is stored, so that both sides know about it; an online form simply shows the
  // message.
  if ('error' in validated && !(spec.offline && given !== undefined)) throw validated.error;

  let noted: [SecurityEvent, SecurityFacts][] = [];
  const effect = async (access: WriteAccess): Promise<unknown> => {
    noted = [];
    if ('error' in validated) throw validated.error;
    const note = noting(call, access.system.db, (...line) => noted.push(line));
    const asked = { now, services, note, address: request.ip, actor };
    const input = await followMerges(access.hospital, validated.value);
    const ctx = { ...input, ...asked, ...access, uploads, id: key, time };
    return handler(ctx as never);
  };
  const asked = { name, spec, key, keyGiven: given !== undefined, actor, kind, time, now, input: raw };
  const outcome = await withFilesKept(services, actor.hospital?.id, 'error' in validated ? new Map() : arrived, () =>
    writeOnce(services, { ...asked, arrivedFiles: arrived }, effect),
  );
  if (!outcome.replayed && outcome.status < 400) for (const line of noted) services.security.note(...line);
  if (outcome.version !== null) void reply.header(versionHeader, String(outcome.version));
  if (outcome.replayed) void reply.header(replayedHeader, 'true');
  if (outcome.status >= 400) void reply.code(outcome.status).type('application/problem+json').send(outcome.answer);
  else sendAnswer(outcome.forgotten ? { checkAnswers: false } : services, call, outcome.status, outcome.answer);
}

async function direct(services: Services, call: IncomingCall, handler: BareHandler): Promise<void> {
  const { spec, request, reply, actor, now } = call;
  const input = validateInput(spec, inputOf(request, request.body));
  const hospital = actor?.hospital ? readScope(services.db, actor.hospital) : null;
  const note = noting(call, services.db, (event, facts) => services.security.note(event, facts));
  const ctx = { ...input, now, services, note, actor, hospital, request, reply };
  const answer = await handler(ctx as never);
  if (spec.raw === undefined) sendAnswer(services, call, spec.status ?? 200, answer);
}

/** Refuses a form that is still arriving: the rest is read and discarded, otherwise the connection would hang. */
function discardRest({ raw }: FastifyRequest): (error: unknown) => never {
  return (error) => {
    raw.unpipe();
    raw.resume();
    throw error;
  };
}

/** Records events in the activity log and passes them to the server's log, with the known details of the caller. */
function noting(
  { actor, request, now }: IncomingCall,
  db: Executor,
  log: (event: SecurityEvent, facts: SecurityFacts) => void,
): NoteSecurity {
  return async (event, { account = actor?.id, hospital = actor?.hospital?.id ?? noHospital } = {}) => {
    const by = actor?.id === account ? undefined : actor?.id;
    await writeActivity(db, event, { account, by, hospital, at: now });
    log(event, { account, by, hospital, address: request.ip });
  };
}

function inputOf(request: FastifyRequest, body: unknown): RawInput {
  return { params: request.params, query: request.query, body: body ?? {} };
}

function attempt<T>(work: () => T): { value: T } | { error: ApiError } {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof ApiError) return { error };
    throw error;
  }
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}
