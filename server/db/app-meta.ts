import { randomBytes, randomUUID } from 'node:crypto';
import type { Executor } from './database.ts';
import { appMeta } from './schema.ts';

/** Facts about the database itself. */
export interface AppMeta {
  /** Random id of this database; when it changes, for example after a restore, tablets rebuild their replica. */
  epoch: string;
  /**
   * Key for refresh secrets and body fingerprints; access tokens have separate keys. Source:
   * docs/decisions/101-signing-key.md
   */
  signingKey: string;
}

/** Reads the facts of this database, or creates them at the first start; concurrent starts agree. */
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
