import { eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Services, SessionActor } from '../context.ts';
import type { Database } from '../db/database.ts';
import { appUser, hospital, refreshFamily } from '../db/schema.ts';
import { ApiError } from '../problem.ts';

/**
 * Finds out who asks, from the bearer token and the session row behind it. The row is read on each request, so that
 * a deleted account, a changed password and a deactivated hospital end sessions at once.
 * Throws: ApiError `auth.missing`, `auth.expired`, `auth.hospital_inactive`.
 */
export async function authenticate(services: Services, request: FastifyRequest): Promise<SessionActor> {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new ApiError('auth.missing');
  const familyId = await services.tokens.readFamily(token, services.now());
  if (familyId === null) throw new ApiError('auth.expired');
  const actor = await readActor(services, familyId);
  if (!actor) throw new ApiError('auth.expired');
  return actor;
}

/** Tells whether a session that was let in may go on. */
export async function isSessionAlive(services: Services, actor: SessionActor): Promise<boolean> {
  try {
    return (await readActor(services, actor.familyId)) !== null;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

async function readActor(services: Services, familyId: string): Promise<SessionActor | null> {
  const [row] = await sessionQuery(services.db).execute({ familyId });
  if (!row || row.revokedAt || row.deletedAt || row.expiresAt <= services.now()) return null;
  if (row.isActive === false) throw new ApiError('auth.hospital_inactive');
  const { id, name, role, scope } = row;
  return { id, name, role, scope, familyId, hospital: row.hospital };
}

type SessionQuery = ReturnType<typeof buildSessionQuery>;
const sessionQueries = new WeakMap<Database, SessionQuery>();

/** The query of each request, written out once for each database. */
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
      // Without a name nothing stays on the connection, so a pooler between server and database does no harm.
      .prepare('')
  );
}
