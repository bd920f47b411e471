import { SaveError } from '../types.ts';
import { isPicture } from './drafts.ts';
import type { Drafts } from './drafts.ts';
import type { Meta } from './meta.ts';
import type { Outbox } from './outbox.ts';

/** Shown in a browser that stores nothing (a private window). */
export const noStorageText = 'This browser cannot keep offline work. Entries are sent only while you are online.';

/** Facts of the tablet as long as the page lives; as in IndexedDB, each reader and writer gets a copy. */
export function memoryMeta(): Meta {
  const values = new Map<string, unknown>();
  const read = (key: string) => structuredClone(values.get(key)) as never;
  function write(key: string, value: unknown): void {
    if (value === undefined) values.delete(key);
    else values.set(key, structuredClone(value));
  }
  const change: Meta['change'] = async (key, work) => {
    const value = work(read(key));
    write(key, value);
    return value;
  };
  return {
    get: async (key) => read(key),
    set: async (key, value) => write(key, value),
    change,
    changeLightly: async (key, work) => void (await change(key, work)),
    async changeAll(changes) {
      const changed = Object.entries(changes).map(([key, work]) => [key, work(read(key))] as const);
      for (const [key, value] of changed) write(key, value);
    },
  };
}

/** Drafts that live as long as the page. */
export function memoryDrafts(): Drafts {
  const values = new Map<string, unknown>();
  return {
    read: async (userId, key) => values.get(`${userId} ${key}`),
    write: async (userId, key, value) => void values.set(`${userId} ${key}`, value),
    remove: async (userId, key) => void values.delete(`${userId} ${key}`),
    async removePictures(but) {
      for (const key of values.keys()) if (isPicture(key, but)) values.delete(key);
    },
  };
}

/** The empty outbox of a browser without storage. */
export const noOutbox: Outbox = {
  add: () => Promise.reject(new SaveError('no-storage', noStorageText)),
  open: async () => [],
  recent: async () => [],
  byId: async () => undefined,
  bySeq: async () => [],
  above: async () => [],
  begin: async () => null,
  acknowledge: async () => null,
  refuse: async () => null,
  postpone: async () => null,
  signedOut: async () => undefined,
  correctTimes: async () => undefined,
  unreached: async () => undefined,
  wakeSignedOut: async () => undefined,
  recover: async () => [],
  retry: async () => undefined,
  discard: async () => undefined,
  answeredKeys: async () => [],
  reopen: async () => undefined,
  uploads: async () => [],
  changeUpload: async () => undefined,
  receiveFile: async () => undefined,
  refuseFile: async () => undefined,
  bytes: async () => undefined,
  prune: async () => undefined,
  onChange: () => () => undefined,
};
