import type { ImportProgress } from '#contract/calls/import.ts';
import type { Handlers } from '../context.ts';

/** The imports that this process runs, by who runs them and their key. */
const running = new Map<string, ImportProgress>();

const nameOf = (userId: string, key: string) => `${userId} ${key}`;

/** Runs an import and keeps its reported progress until it ends. */
export async function withProgress<T>(
  { userId, key }: { userId: string; key: string },
  work: (tell: (progress: ImportProgress) => void) => Promise<T>,
): Promise<T> {
  const name = nameOf(userId, key);
  try {
    return await work((progress) => running.set(name, progress));
  } finally {
    running.delete(name);
  }
}

/** How far an import is, for the administrator who runs it. */
export const importProgressHandlers = {
  importProgress: async ({ params, actor }) =>
    running.get(nameOf(actor.id, params.key)) ?? { phase: 'unknown', done: 0, total: 0 },
} satisfies Handlers<'importProgress'>;
