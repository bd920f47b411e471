import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallSpec } from '#contract/define.ts';
import { calls, offlineWrites, type CallName } from '#contract/index.ts';
import { mayAccess } from '#contract/permissions.ts';
import { kindHeader, replayedHeader, versionHeader } from '#contract/sync.ts';
import type { Upload } from './attachments/file-store.ts';
import { authenticate } from './auth/session.ts';
import type { DirectCallName, DirectHandlers, Handlers, KeyedCallName, Services, SessionActor } from './context.ts';
import { readScope } from './db/scope.ts';
import { ApiError } from './problem.ts';
import { headerText, readEntryTime, readForm, readKey, validateInput, type RawInput } from './request-input.ts';
import { routeSchema } from './route-schema.ts';
import { writeOnce, type WriteAccess } from './sync/idempotent.ts';

const formBytesMax = 25 * 1024 * 1024;
const roundBytesMax = 4 * 1024 * 1024;

/** A handler as the mechanism calls it: types end here, validation has made them true. */
type BareHandler = (ctx: never) => Promise<unknown>;

/**
 * Mounts calls of the contract: session, access, validation, exactly-once writing and the answer's form are done here,
 * once; a handler only acts. Source: docs/decisions/103-one-mount.md
 */
export function mount<N extends KeyedCallName>(app: FastifyInstance, services: Services, handlers: Handlers<N>): void {
  for (const [name, handler] of Object.entries<BareHandler>(handlers)) {
    addRoute(app, services, name, (call) =>
      call.spec.method === 'GET' ? read(services, call, handler) : write(services, call, handler),
    );
  }
}

/** Mounts calls that send their own bytes, streams or cookies; session, access and validation are the same. */
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
): void {
  if (!isCallName(name)) throw new Error(`Not a call of the contract: ${name}`);
  const spec: CallSpec = calls[name];
  app.route({
    method: spec.method,
    url: `/api${spec.path}`,
    schema: routeSchema(name, spec),
    ...(spec.multipart ? { bodyLimit: formBytesMax } : { bodyLimit: roundBytesMax }),
    config: spec.perMinute === undefined ? {} : { rateLimit: { max: spec.perMinute, timeWindow: 60_000 } },
    handler: async (request, reply) => {
      const actor = await admit(services, spec, request);
      await act({ name, spec, request, reply, actor, now: services.now() });
      return reply;
    },
  });
}

/** Lets a request in or refuses it: session, role, scope of the session. */
async function admit(services: Services, spec: CallSpec, request: FastifyRequest): Promise<SessionActor | null> {
  if (spec.access === 'open') return authenticate(services, request).catch(() => null);
  const actor = await authenticate(services, request);
  if (!mayAccess(actor, spec.access)) throw new ApiError('auth.forbidden');
  if (actor.scope === 'outbox' && !spec.offline && !spec.outboxScope) throw new ApiError('auth.scope');
  return actor;
}

async function read(services: Services, call: IncomingCall, handler: BareHandler): Promise<void> {
  const { spec, request, actor, now } = call;
  const input = validateInput(spec, inputOf(request, request.body));
  const hospital = actor?.hospital ? readScope(services.db, actor.hospital) : null;
  const system = { db: services.db, inHospital: () => Promise.reject(new Error('A read does not write')) };
  const ctx = { ...input, now, services, actor, hospital, system, uploads: [] };
  send(services, call, spec.status ?? 200, await handler(ctx as never));
}

async function write(services: Services, call: IncomingCall, handler: BareHandler): Promise<void> {
  const { name, spec, request, reply, actor, now } = call;
  if (!actor) throw new ApiError('auth.missing');
  const kind = headerText(request, kindHeader) ?? null;
  if (kind !== null && offlineWrites.get(kind)?.name !== name) throw new ApiError('app.update_required');
  const given = readKey(request);
  const form = spec.multipart && request.isMultipart() ? await readForm(request, spec) : null;
  const raw = inputOf(request, form ? form.body : request.body);
  const uploads: Upload[] = form?.uploads ?? [];
  const arrived = form?.arrived ?? new Map<string, Buffer>();
  const time = readEntryTime(request, now);
  const key = given ?? randomUUID();
  const validated = attempt(() => validateInput(spec, raw));
  // The refusal of an offline entry is stored, so that both sides know of it; a form is simply shown again.
  if ('error' in validated && !(spec.offline && given !== undefined)) throw validated.error;

  const effect = async (access: WriteAccess): Promise<unknown> => {
    if ('error' in validated) throw validated.error;
    const ctx = { ...validated.value, now, services, actor, ...access, uploads, id: key, time };
    const answer = await handler(ctx as never);
    // After the act, so that a refused form leaves no file, and before its commit, which says that the files are here.
    const { hospital } = access;
    if (hospital) for (const [sha256, bytes] of arrived) await services.files.save(hospital.id, sha256, bytes);
    return answer;
  };
  const outcome = await writeOnce(
    services,
    {
      name,
      spec,
      key,
      keyGiven: given !== undefined,
      actor,
      kind,
      time,
      now,
      input: raw,
      arrivedFiles: new Set(arrived.keys()),
    },
    effect,
  );
  if (outcome.version !== null) void reply.header(versionHeader, String(outcome.version));
  if (outcome.replayed) void reply.header(replayedHeader, 'true');
  if (outcome.status >= 400) void reply.code(outcome.status).type('application/problem+json').send(outcome.answer);
  else send(services, call, outcome.status, outcome.answer);
}

async function direct(services: Services, call: IncomingCall, handler: BareHandler): Promise<void> {
  const { spec, request, reply, actor, now } = call;
  const input = validateInput(spec, inputOf(request, request.body));
  const hospital = actor?.hospital ? readScope(services.db, actor.hospital) : null;
  const ctx = { ...input, now, services, actor, hospital, request, reply };
  const answer = await handler(ctx as never);
  if (spec.raw === undefined) send(services, call, spec.status ?? 200, answer);
}

/** Gives nothing back: a reply is a promise of its own end, and whoever returns it waits for that. */
function send(services: Services, { spec, name, reply }: IncomingCall, status: number, answer: unknown): void {
  if (services.checkAnswers && answer !== undefined) checkAnswer(name, spec, answer);
  void reply.code(status).send(status === 204 ? undefined : answer);
}

/** Throws: Error when an answer lacks what the contract says, or tells more. */
function checkAnswer(name: CallName, spec: CallSpec, answer: unknown): void {
  if (!spec.answer) return;
  const sent: unknown = JSON.parse(JSON.stringify(answer));
  const checked = spec.answer.safeParse(sent);
  if (!checked.success) {
    throw new Error(`The answer of ${name} is not what the contract says: ${JSON.stringify(checked.error.issues)}`);
  }
  if (!isDeepStrictEqual(sent, checked.data))
    throw new Error(`The answer of ${name} tells more than the contract says`);
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
