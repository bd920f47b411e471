import { and, eq, lt } from 'drizzle-orm';
import type { ImportProgress } from '#contract/calls/import.ts';
import type { Handlers } from '../context.ts';
import type { Database } from '../db/database.ts';
import { importProgress } from '../db/schema.ts';

/** Progress that a stopped server left behind is deleted by a later import after this time. Units: ms. */
const staleAfterMs = 3_600_000;

/** Who runs an import, and the key of the request. */
interface Run {
  userId: string;
  key: string;
  now: Date;
}

const rowOf = ({ userId, key }: Pick<Run, 'userId' | 'key'>) =>
  and(eq(importProgress.userId, userId), eq(importProgress.key, key));

/**
 * Runs an import and keeps its reported progress in the database until it ends, outside the import's own transaction, so
 * that each server can tell. If the progress cannot be stored, the import continues.
 */
export async function withProgress<T>(
  db: Database,
  { userId, key, now }: Run,
  work: (tell: (progress: ImportProgress) => void) => Promise<T>,
): Promise<T> {
  let told: Promise<unknown> = db
    .delete(importProgress)
    .where(lt(importProgress.startedAt, new Date(now.getTime() - staleAfterMs)));
  const next = (write: () => Promise<unknown>) => (told = told.then(write).catch(() => undefined));
  try {
    return await work((progress) =>
      next(() =>
        db
          .insert(importProgress)
          .values({ userId, key, startedAt: now, ...progress })
          .onConflictDoUpdate({ target: [importProgress.userId, importProgress.key], set: progress }),
      ),
    );
  } finally {
    await next(() => db.delete(importProgress).where(rowOf({ userId, key })));
  }
}

/** How far an import is, for the administrator who runs it. */
export const importProgressHandlers = {
  importProgress: async ({ params, actor, system }) => {
    const { phase, done, total } = importProgress;
    const run = rowOf({ userId: actor.id, key: params.key });
    const [row] = await system.db.select({ phase, done, total }).from(importProgress).where(run);
    return row ?? { phase: 'unknown', done: 0, total: 0 };
  },
} satisfies Handlers<'importProgress'>;
