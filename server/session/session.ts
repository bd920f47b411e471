import { eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Services, SessionActor, SessionScope } from '../context.ts';
import type { Database } from '../db/database.ts';
import { appUser, hospital, refreshFamily } from '../db/schema.ts';
import { ApiError } from '../problem.ts';

/**
 * Identifies the caller by the bearer token and its session row. The row is read on each request, so that
 * a deleted account, a changed password and a deactivated hospital end sessions immediately. A session with a one-time
 * password is refused unless the call's contract says `oneTimePassword`.
 * Throws: ApiError `auth.missing`, `auth.expired`, `auth.hospital_inactive`, `auth.one_time_password`.
 */
export async function authenticate(
  services: Services,
  request: FastifyRequest,
  { oneTimePassword = false } = {},
): Promise<SessionActor> {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new ApiError('auth.missing');
  const read = await services.tokens.read(token, services.now());
  if (read === null) throw new ApiError('auth.expired');
  const actor = await readActor(services, read.family, { tokenScope: read.scope, oneTimePassword });
  if (!actor) throw new ApiError('auth.expired');
  return actor;
}

/** Returns whether a session that was accepted earlier is still valid. */
export async function isSessionAlive(services: Services, actor: SessionActor): Promise<boolean> {
  try {
    const { familyId, scope } = actor;
    const known = await readActor(services, familyId, { tokenScope: scope, oneTimePassword: false });
    return known?.scope === scope;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** A token may have fewer rights than its session: that of a locked tablet can only send. */
async function readActor(
  services: Services,
  familyId: string,
  { tokenScope, oneTimePassword }: { tokenScope: SessionScope; oneTimePassword: boolean },
): Promise<SessionActor | null> {
  const [row] = await sessionQuery(services.db).execute({ familyId });
  if (!row || row.revokedAt || row.deletedAt || row.expiresAt <= services.now()) return null;
  if (row.isActive === false) throw new ApiError('auth.hospital_inactive');
  const { id, name, role } = row;
  const scope = scopeOf(row, tokenScope === 'outbox' ? 'outbox' : row.scope);
  if (scope === 'password' && !oneTimePassword) throw new ApiError('auth.one_time_password');
  return { id, name, role, scope, familyId, hospital: row.hospital };
}

/** The scope of a session: a password set by someone else leaves only its change, whatever the session's own scope. */
export function scopeOf(account: { isPasswordOneTime: boolean }, family: 'full' | 'outbox'): SessionScope {
  return account.isPasswordOneTime ? 'password' : family;
}

type SessionQuery = ReturnType<typeof buildSessionQuery>;
const sessionQueries = new WeakMap<Database, SessionQuery>();

/** The query of each request, built once per database. */
function sessionQuery(db: Database): SessionQuery {
  const query = sessionQueries.get(db) ?? buildSessionQuery(db);
  sessionQueries.set(db, query);
  return query;
}

function buildSessionQuery(db: Database) {
  return (
    db
      .select({
        id: appUser.id,
        name: appUser.name,
        role: appUser.role,
        deletedAt: appUser.deletedAt,
        isPasswordOneTime: appUser.isPasswordOneTime,
        scope: refreshFamily.scope,
        revokedAt: refreshFamily.revokedAt,
        expiresAt: refreshFamily.expiresAt,
        hospital: { id: hospital.id, name: hospital.name, timeZone: hospital.timeZone },
        isActive: hospital.isActive,
      })
      .from(refreshFamily)
      .innerJoin(appUser, eq(appUser.id, refreshFamily.userId))
      .leftJoin(hospital, eq(hospital.id, appUser.hospitalId))
      .where(eq(refreshFamily.id, sql.placeholder('familyId')))
      // Unnamed: whether statements have names is decided where the database is opened.
      .prepare('')
  );
}
