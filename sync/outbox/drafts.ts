import type { OutboxDatabase, OutboxTables } from './database.ts';

/** Half-filled forms, each under its user: what was typed outlives the tab, the app and the battery. */
export interface Drafts {
  read(userId: string, key: string): Promise<unknown>;
  write(userId: string, key: string, value: unknown, savedAt: string): Promise<void>;
  remove(userId: string, key: string): Promise<void>;
}

/** The key of a draft in the database. */
export const draftKeyOf = (userId: string, key: string): string => `${userId} ${key}`;

/** Removes a draft with its files and photos, which are drafts under its own key with `:files` or `:photo:` after it. */
export async function removeWholeDraft(drafts: OutboxTables['drafts'], key: string): Promise<void> {
  await drafts.bulkDelete([key, `${key}:files`]);
  await drafts.where('key').startsWith(`${key}:photo:`).delete();
}

/** Drafts over the outbox database. */
export function createDrafts(db: OutboxDatabase): Drafts {
  return {
    read: async (userId, key) => (await db.read(({ drafts }) => drafts.get(draftKeyOf(userId, key))))?.value,
    async write(userId, key, value, savedAt) {
      await db.write(['drafts'], ({ drafts }) => drafts.put({ key: draftKeyOf(userId, key), value, savedAt }));
    },
    async remove(userId, key) {
      await db.write(['drafts'], ({ drafts }) => drafts.delete(draftKeyOf(userId, key)));
    },
  };
}
