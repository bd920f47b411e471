import { createHmac, randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { CallSpec } from '#contract/define.ts';
import type { CallName } from '#contract/index.ts';
import type { EntryTime, Services, SessionActor, System } from '../context.ts';
import { sqlState, type Executor } from '../db/database.ts';
import { auditEntry, hospital, idempotencyKey, refusal } from '../db/schema.ts';
import { noHospital, writeScope, type WriteScope } from '../db/scope.ts';
import type { FileFacts } from '../files/file-store.ts';
import { ApiError, isForGood } from '../problem.ts';
import { publishChanges, storeAnswer } from '../db/publish-changes.ts';
import { tell } from '../records/tell.ts';
import { touchedIn, variantOf, withSubject } from './activity-records.ts';
import { canonicalJson } from './canonical-json.ts';
import { refusalTitle } from './refusal-title.ts';

const serializationFailures = new Set(['40001', '40P01']);
const maxAttempts = 4;

/** Services that a write uses. */
type WriteServices = Pick<Services, 'db' | 'meta' | 'writes'>;

/** A write as received. */
export interface WriteRequest {
  name: CallName;
  spec: CallSpec;
  key: string;
  /** Whether the client made the key; without one, nobody can ask for a stored refusal later. */
  keyGiven: boolean;
  actor: SessionActor;
  /** `kind@version` of an outbox entry. */
  kind: string | null;
  time: EntryTime;
  now: Date;
  /** Params, query and body as sent. */
  input: unknown;
  arrivedFiles: ReadonlyMap<string, FileFacts>;
}

export interface WriteOutcome {
  status: number;
  answer: unknown;
  version: number | null;
  replayed: boolean;
  /** The key has been pruned with the answer, which is then empty. */
  forgotten?: true;
}

/** The data access of a write's effect: its hospital, or the whole server. */
export interface WriteAccess {
  hospital: WriteScope | null;
  system: System;
}

/**
 * Runs a write exactly once in one transaction: key, effect, audit, version and stored answer commit together.
 * Promises: the same key again gets the first answer, even while the first is still running (the twin waits on the
 * key), or an empty one once the key has been pruned; a permanent refusal is stored like an answer, without any of its
 * effect; a temporary one is not stored. Throws: ApiError `key.reused`, and every temporary refusal.
 */
export async function writeOnce(
  services: WriteServices,
  request: WriteRequest,
  effect: (access: WriteAccess) => Promise<unknown>,
): Promise<WriteOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await services.writes.run(request.actor.hospital?.id ?? noHospital, () =>
        acceptOrRefuse(services, request, effect),
      );
    } catch (error) {
      if (!serializationFailures.has(sqlState(error) ?? '')) throw error;
      if (attempt === maxAttempts) throw new ApiError('server.busy');
    }
  }
}

/**
 * Ends the transaction of a permanently refused effect, and stores the refusal in a separate one: a savepoint would
 * cost every write a round trip. If a request with the same key gets in between, it is refused for the same reason, or
 * its answer counts.
 */
async function acceptOrRefuse(
  services: WriteServices,
  request: WriteRequest,
  effect: (access: WriteAccess) => Promise<unknown>,
): Promise<WriteOutcome> {
  try {
    return await services.db.transaction((tx) => once(services, tx, request, () => accept(tx, request, effect)));
  } catch (error) {
    if (!(error instanceof RefusedForGood)) throw error;
    const { refusal: cause } = error;
    return services.db.transaction((tx) => once(services, tx, request, () => refuse(tx, request, cause)));
  }
}

/** The outcome of a write, with the hospitals that it changed. */
interface Done {
  scopes: WriteScope[];
  status: number;
  answer: unknown;
}

/** Thrown to roll back the transaction of a refused effect. */
class RefusedForGood extends Error {
  readonly refusal: ApiError;
  constructor(refused: ApiError) {
    super(refused.message);
    this.refusal = refused;
  }
}

async function once(
  services: WriteServices,
  tx: Executor,
  request: WriteRequest,
  act: () => Promise<Done>,
): Promise<WriteOutcome> {
  const { actor, key, now, spec, time } = request;
  const hospitalId = actor.hospital?.id ?? noHospital;
  const bodyHash = fingerprint(services.meta.signingKey, request);
  const mine = await tx.execute(sql`
    insert into idempotency_key (hospital_id, key, user_id, body_hash, call, kind, made_at, created_at)
    select ${hospitalId}, ${key}, ${actor.id}, ${bodyHash}, ${request.name}, ${request.kind},
      ${time.madeAt?.toISOString() ?? null}::timestamptz, ${now.toISOString()}::timestamptz
    where not exists (select from audit_entry where hospital_id = ${hospitalId} and id = ${key})
    on conflict do nothing returning key`);
  if (mine.rows.length === 0) {
    const first = await firstAnswer(tx, { hospitalId, key, userId: actor.id, bodyHash });
    return first ?? acceptedBefore(tx, { hospitalId, key, userId: actor.id, status: spec.status ?? 200 });
  }

  const { scopes, status, answer } = await act();
  const own = scopes.find((scope) => scope.id === hospitalId);
  // For an Admin's write, the Admins' log names the hospitals, and each hospital's log names its records.
  const touched = own ? touchedIn(own) : scopes.map((scope) => `hospital:${scope.id}`);
  const records = withSubject(touched, request, answer);
  const audit =
    status < 400 ? { userId: actor.id, call: request.name, variant: variantOf(request), records, at: now } : null;
  const answered = { hospitalId, key, status, answer, audit };
  let version: number | null = null;
  for (const scope of scopes.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const changes = scope.changes();
    if (scope === own && (changes.length > 0 || spec.offline)) {
      version = await publishChanges(tx, scope.id, changes, now, answered);
    } else if (changes.length > 0) {
      // An Admin's change is also logged in the hospital, where another write may have the same key.
      const changed = touchedIn(scope);
      if (audit && changed.length > 0) {
        const id = randomUUID();
        await tx.insert(auditEntry).values({ ...audit, hospitalId: scope.id, id, records: changed });
      }
      await publishChanges(tx, scope.id, changes, now);
    }
  }
  if (version === null) await storeAnswer(tx, answered);
  return { status, answer, version, replayed: false };
}

/** Runs the effect. Throws: RefusedForGood. */
async function accept(
  tx: Executor,
  request: WriteRequest,
  effect: (access: WriteAccess) => Promise<unknown>,
): Promise<Done> {
  const access = openAccess(tx, request);
  try {
    const answer = await effect(access);
    return { scopes: access.scopes(), status: request.spec.status ?? 200, answer };
  } catch (error) {
    if (!(error instanceof ApiError) || !isForGood(error)) throw error;
    throw new RefusedForGood(error);
  }
}

/** Stores a refusal; for an offline entry, also as a record that its tablet pulls, with a notice to its author. */
async function refuse(tx: Executor, request: WriteRequest, error: ApiError): Promise<Done> {
  const { actor, spec } = request;
  const scopes: WriteScope[] = [];
  if (actor.hospital && spec.offline && request.keyGiven) {
    const scope = writeScope(tx, actor.hospital);
    scopes.push(scope);
    await scope.insert(refusal, {
      id: request.key,
      kind: spec.offline.kind,
      title: await refusalTitle(scope, spec, request.input),
      userId: actor.id,
      userName: actor.name,
      at: request.time.at,
      code: error.code,
      message: error.problem.detail,
      payload: request.input,
    });
    scope.touch('refusal', request.key);
    // A day offline may be refused as a whole: one notice in an hour leads to the list of all of them.
    const cause = `refused-${actor.id}-${request.now.toISOString().slice(0, 13)}`;
    const about = { kind: 'entries', id: '' } as const;
    await tell(scope, { kind: 'entryRefused', cause, at: request.now, about, assigneeId: actor.id });
  }
  return { scopes, status: error.problem.status, answer: error.problem };
}

function openAccess(tx: Executor, request: WriteRequest): WriteAccess & { scopes: () => WriteScope[] } {
  const { actor, arrivedFiles } = request;
  const own = actor.hospital ? writeScope(tx, actor.hospital, arrivedFiles) : null;
  const others = new Map<string, WriteScope>();
  const inHospital = async (id: string): Promise<WriteScope | undefined> => {
    const known = others.get(id);
    if (known) return known;
    const [facts] = await tx
      .select({ id: hospital.id, name: hospital.name, timeZone: hospital.timeZone })
      .from(hospital)
      .where(eq(hospital.id, id));
    if (!facts) return undefined;
    const scope = writeScope(tx, facts);
    others.set(id, scope);
    return scope;
  };
  return {
    hospital: own,
    system: { db: tx, inHospital },
    scopes: () => [...(own ? [own] : []), ...others.values()],
  };
}

async function firstAnswer(
  tx: Executor,
  twin: { hospitalId: string; key: string; userId: string; bodyHash: string },
): Promise<WriteOutcome | undefined> {
  const [stored] = await tx
    .select()
    .from(idempotencyKey)
    .where(and(eq(idempotencyKey.hospitalId, twin.hospitalId), eq(idempotencyKey.key, twin.key)));
  if (!stored) return undefined;
  if (stored.status === null) throw new ApiError('server.busy');
  if (stored.userId !== twin.userId || stored.bodyHash !== twin.bodyHash) throw new ApiError('key.reused');
  return { status: stored.status, answer: stored.answer, version: stored.version, replayed: true };
}

/**
 * Answers a write whose key has been pruned: the activity log shows that it was accepted. The original answer is no
 * longer known; the current version makes the tablet pull the result. Throws: ApiError `key.reused`, and `server.busy`
 * if neither key nor entry is there.
 */
async function acceptedBefore(
  tx: Executor,
  twin: { hospitalId: string; key: string; userId: string; status: number },
): Promise<WriteOutcome> {
  const { rows } = await tx.execute<{ userId: string; version: string | null }>(sql`
    select a.user_id as "userId", h.version from audit_entry a left join hospital_head h on h.hospital_id = a.hospital_id
    where a.hospital_id = ${twin.hospitalId} and a.id = ${twin.key}`);
  const [accepted] = rows;
  if (!accepted) throw new ApiError('server.busy');
  if (accepted.userId !== twin.userId) throw new ApiError('key.reused');
  const version = accepted.version === null ? null : Number(accepted.version);
  return { status: twin.status, answer: {}, version, replayed: true, forgotten: true };
}

/**
 * Returns a keyed hash, because bodies may contain a password. Keys are sorted, so that their order does not matter.
 */
function fingerprint(signingKey: string, { name, input }: WriteRequest): string {
  return createHmac('sha256', signingKey)
    .update(`${name} ${canonicalJson(input)}`)
    .digest('base64url');
}
