import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallSpec } from '#contract/define.ts';
import { calls, offlineWrites, type CallName } from '#contract/index.ts';
import { totalHeader } from '#contract/calls/dashboard.ts';
import { kindHeader, replayedHeader, versionHeader } from '#contract/calls/sync.ts';
import type { Upload } from '../files/file-store.ts';
import { writeActivity, type SecurityEvent, type SecurityFacts } from '../auth/security-events.ts';
import type {
  DirectCallName,
  DirectHandlers,
  Handlers,
  NoteSecurity,
  PlainCallName,
  Services,
  SessionActor,
} from '../context.ts';
import type { Executor } from '../db/database.ts';
import { noHospital, readScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import { actorOf, admission, bodyLimitOf, type BareReadOfOne, rowBeside } from './admission.ts';
import {
  checkInput,
  headerText,
  inputOf,
  readEntryTime,
  readForm,
  readKey,
  validateInput,
  type ReadForm,
} from './input.ts';
import { routeSchema } from './route-schema.ts';
import { sendAnswer } from './send-answer.ts';
import { withFilesKept } from './keep-files.ts';
import { followMerges } from '../records/survivor.ts';
import { writeOnce, type WriteAccess } from '../sync/write-once.ts';

/** A handler as `mount` calls it, without static types: validation guarantees them. */
type BareHandler = (ctx: never) => Promise<unknown>;
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
  app.route({
    method: spec.method,
    url: `/api${spec.path}`,
    schema: routeSchema(name, spec),
    // An endless stream cannot answer HEAD.
    exposeHeadRoute: spec.method === 'GET' && spec.raw !== 'text/event-stream',
    bodyLimit: bodyLimitOf(spec),
    onRequest: admission(app, services, spec, one),
    handler: async (request, reply) => {
      const actor = actorOf(request);
      await act({ name, spec, request, reply, actor, now: services.now() });
      return reply;
    },
  });
}

/** Sends the answer from the row that was read along with the session, or reads it now. */
async function readOne(services: Services, call: IncomingCall, one: BareReadOfOne): Promise<void> {
  const { spec, request, actor } = call;
  if (!actor?.hospital) throw new ApiError('auth.forbidden');
  const input = validateInput(spec, inputOf(request, request.body));
  const hospital = readScope(services.db, actor.hospital);
  const asked = { ...input, hospital } as never;
  const row = rowBeside(request) ?? (await hospital.rows(one.statement(asked)))[0];
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
  const validated = checkInput(spec, raw);
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

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}
