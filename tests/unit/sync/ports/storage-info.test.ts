import { describe, expect, it } from 'vitest';
import { type BrowserStorage, storageInfo } from '#sync/ports/storage-info.ts';

const refuse = () => Promise.reject(new DOMException('Not in a private window.', 'SecurityError'));
const yes = async () => true;

/** Browsers by their `navigator.storage`, with what the app then reports. */
const browsers: [string, BrowserStorage | undefined, [number, number, boolean, boolean]][] = [
  ['no storage manager (WebKitGTK)', undefined, [0, 0, false, false]],
  ['one without an estimate (Safari before 17)', { persisted: yes, persist: yes }, [0, 0, true, true]],
  ['one that refuses', { estimate: refuse, persisted: refuse, persist: refuse }, [0, 0, false, false]],
  ['an estimate without numbers', { estimate: async () => ({}) }, [0, 0, false, false]],
  [
    'all of it',
    { estimate: async () => ({ usage: 7, quota: 100 }), persisted: async () => false, persist: yes },
    [7, 100, false, true],
  ],
];

describe('What a browser reports about its storage', () => {
  it.each(browsers)('%s', async (_browser, manager, known) => {
    const info = storageInfo(manager);
    const { usedBytes, quotaBytes } = await info.estimate();
    expect([usedBytes, quotaBytes, await info.persisted(), await info.persist()]).toEqual(known);
  });
});
