import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallSpec } from '#contract/define.ts';
import { mayAccess } from '#contract/permissions.ts';
import { nameAccount } from '../auth/security-events.ts';
import type { ReadOfOne, Services, SessionActor } from '../context.ts';
import { noHospital } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import { authenticate, type ReadBeside } from '../session/session.ts';
import { checkInput, inputOf, maxFormBytes } from './input.ts';

/** Limit for bodies other than forms: JSON, of which a round of a whole hospital is the longest, and file chunks. */
const maxBodyBytes = 4 * 1024 * 1024;
/** Limit for visitors, who only send an e-mail address and a password. */
const maxOpenBytes = 16 * 1024;

/** Returns the maximum size of a call's body. Units: bytes. */
export const bodyLimitOf = (spec: CallSpec): number =>
  spec.maxBytes ?? (spec.access === 'open' ? maxOpenBytes : maxBodyBytes);

/** Users who were admitted before the body of their request was read. */
const admitted = new WeakMap<FastifyRequest, SessionActor>();
/** Rows that were read along with the session of an admitted request. */
const rowsBeside = new WeakMap<FastifyRequest, unknown>();

/** Returns the user of an admitted request; null for a visitor. */
export const actorOf = (request: FastifyRequest): SessionActor | null => admitted.get(request) ?? null;

/** Returns the row that was read along with the session; undefined if there is none. */
export const rowBeside = (request: FastifyRequest): unknown => rowsBeside.get(request);

/** Returns the id of the hospital whose user sent a request. */
export const hospitalOf = (request: FastifyRequest): string | undefined => admitted.get(request)?.hospital?.id;

/** A single-statement read, without static types: validation guarantees them. */
export type BareReadOfOne = ReadOfOne<never>;

/**
 * Returns the hook that admits or refuses requests of a call before their body is read: by session, role and rate limit.
 * The hook waits until the server has memory for the body.
 */
export function admission(
  app: FastifyInstance,
  services: Services,
  spec: CallSpec,
  one?: BareReadOfOne,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const bound = boundOf(app, spec);
  return async (request, reply) => {
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
      caller: callerOf(request),
      isVisitor: actor === null,
      maxBytes: spec.multipart ? maxFormBytes : bodyLimitOf(spec),
    });
  };
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

/** Returns who shares a limit: the session, or the network of a caller without one. */
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
      const input = checkInput(spec, inputOf(request, undefined));
      return 'error' in input ? undefined : one.statement({ ...input.value, hospital: { id: hospitalId } } as never);
    },
  };
}
