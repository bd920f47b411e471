import { resultOf } from '../ports/idb.ts';
import type { OutboxDatabase, Stores } from './database.ts';

/** Unfinished forms by user; they outlive the tab, the app and an empty battery. */
export interface Drafts {
  read(userId: string, key: string): Promise<unknown>;
  write(userId: string, key: string, value: unknown, savedAt: string): Promise<void>;
  remove(userId: string, key: string): Promise<void>;
  /** Removes the photos and files of other users' drafts, or of all drafts if null. Typed text stays. */
  removePictures(but: string | null): Promise<void>;
}

/** Returns the key of a draft in the database. */
export const draftKeyOf = (userId: string, key: string): string => `${userId} ${key}`;

/** Returns whether a key belongs to a photo or the files of another user's draft. */
export function isPicture(key: string, but: string | null): boolean {
  return /:files$|:photo:[0-9a-f]{64}$/.test(key) && (but === null || !key.startsWith(draftKeyOf(but, '')));
}

/**
 * Removes a draft with its files and photos, which are drafts under the same key with `:files` or `:photo:` appended.
 */
export async function removeWholeDraft(
  store: Stores,
  key: string,
  { keyRange }: Pick<OutboxDatabase, 'keyRange'>,
): Promise<void> {
  const drafts = store('drafts');
  const photos = keyRange.bound(`${key}:photo:`, `${key}:photo:\uffff`);
  await Promise.all([key, `${key}:files`, photos].map((each) => resultOf(drafts.delete(each))));
}

/** Creates drafts over the outbox database. */
export function createDrafts(db: OutboxDatabase): Drafts {
  return {
    read: async (userId, key) => (await db.read(({ drafts }) => drafts.get(draftKeyOf(userId, key))))?.value,
    async write(userId, key, value, savedAt) {
      await db.write(['drafts'], ({ drafts }) => drafts.put({ key: draftKeyOf(userId, key), value, savedAt }));
    },
    async remove(userId, key) {
      await db.write(['drafts'], ({ drafts }) => drafts.delete(draftKeyOf(userId, key)));
    },
    async removePictures(but) {
      await db.write(['drafts'], async ({ drafts }) => {
        const keys = await drafts.toCollection().primaryKeys();
        await drafts.bulkDelete(keys.filter((key) => isPicture(key, but)));
      });
    },
  };
}
