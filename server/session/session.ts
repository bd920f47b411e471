import { type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Role } from '#contract/define.ts';
import type { Services, SessionActor, SessionScope } from '../context.ts';
import { requireHospital } from '../db/scope.ts';
import { ApiError } from '../problem.ts';

/** A statement sent along with the session check; it runs only if the session is admitted. */
export interface ReadBeside {
  /** Roles that may make the call. */
  roles: readonly Role[];
  /** Builds the statement, which returns one row, for the token's hospital; undefined if there is nothing to read. */
  statement(hospitalId: string): SQL | undefined;
}

/** The caller, and the row that was read along; undefined: read it after admission. */
export interface Authenticated {
  actor: SessionActor;
  beside: unknown;
}

/**
 * Identifies the caller by the bearer token and its session row. The row is read on each request, so that a deleted
 * account, a changed password or a deactivated hospital ends sessions immediately. A session with a one-time password
 * is refused unless the call's contract says `oneTimePassword`.
 * Throws: ApiError `auth.missing`, `auth.expired`, `auth.hospital_inactive`, `auth.one_time_password`.
 */
export async function authenticate(
  services: Services,
  request: FastifyRequest,
  { oneTimePassword = false }: { oneTimePassword?: boolean } = {},
  beside?: ReadBeside,
): Promise<Authenticated> {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new ApiError('auth.missing');
  const now = services.now();
  const read = await services.tokens.read(token, now);
  if (read === null) throw new ApiError('auth.expired');
  const { family, scope: tokenScope, hospital } = read;
  const statement = beside && tokenScope === 'full' && hospital !== null ? beside.statement(hospital) : undefined;
  const session = sessionOf(family);
  const together =
    statement &&
    beside &&
    hospital !== null &&
    withBeside(session, statement, { roles: beside.roles, hospitalId: hospital, now });
  // A value that the database rejects fails the whole statement, but a caller without permission must get the
  // permission error.
  const row = await (together
    ? readRow(services, together).catch(() => readRow(services, session))
    : readRow(services, session));
  const actor = row && actorOf(row, { familyId: family, tokenScope, oneTimePassword, now });
  if (!actor) throw new ApiError('auth.expired');
  return { actor, beside: actor.hospital?.id === hospital ? (row.beside ?? undefined) : undefined };
}

/** Returns whether a session that was accepted earlier is still valid. */
export async function isSessionAlive(services: Services, { familyId, scope }: SessionActor): Promise<boolean> {
  try {
    const row = await readRow(services, sessionOf(familyId));
    const now = services.now();
    const known = row && actorOf(row, { familyId, tokenScope: scope, oneTimePassword: false, now });
    return known?.scope === scope;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** A session with its account and hospital; its expiry as text from the driver. */
interface SessionRow extends Record<string, unknown> {
  id: string;
  name: string;
  role: Role;
  isDeleted: boolean;
  isPasswordOneTime: boolean;
  scope: 'full' | 'outbox';
  isRevoked: boolean;
  expiresAt: string;
  hospitalId: string | null;
  hospitalName: string;
  timeZone: string;
  isActive: boolean | null;
  /** The row that was read along; null if the database did not admit the session. */
  beside?: unknown;
}

async function readRow({ db }: Services, query: SQL): Promise<SessionRow | undefined> {
  return (await db.execute<SessionRow>(query)).rows[0];
}

function sessionOf(familyId: string): SQL {
  return sql`
    select u.id, u.name, u.role, u.deleted_at is not null as "isDeleted", u.is_password_one_time as "isPasswordOneTime",
      f.scope, f.revoked_at is not null as "isRevoked", f.expires_at as "expiresAt",
      h.id as "hospitalId", h.name as "hospitalName", h.time_zone as "timeZone", h.is_active as "isActive"
    from refresh_family f join app_user u on u.id = f.user_id left join hospital h on h.id = u.hospital_id
    where f.id = ${familyId}`;
}

/**
 * Returns the session and, if it is admitted, the row of a statement: PostgreSQL runs a query under CASE only when its
 * condition holds. The condition repeats those of `actorOf` and the call's admission, which check the row again.
 * Throws: Error when the statement does not carry the hospital. Source: docs/decisions/357-lists-beside-the-session.md
 */
function withBeside(
  session: SQL,
  statement: SQL,
  { roles, hospitalId, now }: { roles: readonly Role[]; hospitalId: string; now: Date },
): SQL {
  requireHospital(statement, hospitalId);
  // The instant comes first: PostgreSQL plans a statement anew for each call if the value follows `<` or `>`.
  return sql`
    select s.*, case when not s."isRevoked" and not s."isDeleted" and ${now.toISOString()}::timestamptz < s."expiresAt"
        and s."isActive" and not s."isPasswordOneTime" and s.scope = 'full' and s.role in ${[...roles]}
        and s."hospitalId" = ${hospitalId}
      then (select row_to_json(part) from (${statement}) part) end as beside
    from (${session}) s`;
}

/**
 * Returns the caller; null if the session has ended. A token may have fewer rights than its session: that of a locked
 * tablet can only send.
 */
function actorOf(
  row: SessionRow,
  asked: { familyId: string; tokenScope: SessionScope; oneTimePassword: boolean; now: Date },
): SessionActor | null {
  if (row.isRevoked || row.isDeleted || new Date(row.expiresAt) <= asked.now) return null;
  if (row.isActive === false) throw new ApiError('auth.hospital_inactive');
  const { id, name, role, hospitalId, hospitalName, timeZone } = row;
  const scope = scopeOf(row, asked.tokenScope === 'outbox' ? 'outbox' : row.scope);
  if (scope === 'password' && !asked.oneTimePassword) throw new ApiError('auth.one_time_password');
  const hospital = hospitalId === null ? null : { id: hospitalId, name: hospitalName, timeZone };
  return { id, name, role, scope, familyId: asked.familyId, hospital };
}

/**
 * Returns the scope of a session. A password set by someone else only allows changing it, whatever the session's own
 * scope.
 */
export function scopeOf(account: { isPasswordOneTime: boolean }, family: 'full' | 'outbox'): SessionScope {
  return account.isPasswordOneTime ? 'password' : family;
}
