import { SaveError } from '../types.ts';
import type { Drafts } from './drafts.ts';
import type { Meta, MetaChanges } from './meta.ts';
import type { Outbox } from './outbox.ts';

/** The sentence for a browser that keeps nothing (a private window). */
export const noStorageText = 'This browser cannot keep offline work. Entries are sent only while you are online.';

/** Facts of the device for as long as the page lives. */
export function memoryMeta(): Meta {
  const values = new Map<string, unknown>();
  const change: Meta['change'] = async (key, work) => {
    const value = work(values.get(key) as Parameters<typeof work>[0]);
    if (value === undefined) values.delete(key);
    else values.set(key, value);
    return value;
  };
  return {
    get: async (key) => values.get(key) as Awaited<ReturnType<typeof change<typeof key>>>,
    set: async (key, value) => void values.set(key, value),
    change,
    changeLightly: async (key, work) => void (await change(key, work)),
    async changeAll(changes) {
      for (const key of Object.keys(changes) as (keyof MetaChanges)[]) {
        await change(key, changes[key] as Parameters<typeof change<typeof key>>[1]);
      }
    },
  };
}

/** Drafts for as long as the page lives. */
export function memoryDrafts(): Drafts {
  const values = new Map<string, unknown>();
  return {
    read: async (userId, key) => values.get(`${userId} ${key}`),
    write: async (userId, key, value) => void values.set(`${userId} ${key}`, value),
    remove: async (userId, key) => void values.delete(`${userId} ${key}`),
  };
}

/** An outbox that holds nothing and says so. */
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
