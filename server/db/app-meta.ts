import { randomBytes, randomUUID } from 'node:crypto';
import type { Executor } from './database.ts';
import { appMeta } from './schema.ts';

/** What the database knows about itself. */
export interface AppMeta {
  /** Random id of this database: tablets rebuild their replica when it changes, for example after a restore. */
  epoch: string;
  /** Keys refresh successors and body fingerprints; access tokens have keys of their own. Source: docs/decisions/101-signing-key.md */
  signingKey: string;
}

/** Reads the facts of this database, or creates them at its first start; servers that start together agree. */
export async function loadAppMeta(db: Executor): Promise<AppMeta> {
  await db
    .insert(appMeta)
    .values([
      { name: 'epoch', value: randomUUID() },
      { name: 'signing-key', value: randomBytes(32).toString('base64url') },
    ])
    .onConflictDoNothing();
  const known = new Map((await db.select().from(appMeta)).map(({ name, value }) => [name, value]));
  const epoch = known.get('epoch');
  const signingKey = known.get('signing-key');
  if (epoch === undefined || signingKey === undefined) throw new Error('The database has no epoch');
  return { epoch, signingKey };
}
