import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boundStore } from '#server/files/bounded-store.ts';
import type { FileStore, StoredBytes } from '#server/files/file-store.ts';

const sha256 = 'a'.repeat(64);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a store whose calls wait until the test ends them. */
function heldStore() {
  const held: (() => void)[] = [];
  const hold = () => new Promise<boolean>((resolve) => held.push(() => resolve(true)));
  const files: FileStore = {
    save: async () => void (await hold()),
    writePiece: hold,
    has: hold,
    finish: () => Promise.reject(new Error('not finished')),
    read: () => Promise.reject(new Error('not read')),
    discard: async () => void (await hold()),
  };
  return { files, held };
}

const busy = { code: 'server.busy' };

test('three calls run at a time, two per hospital, and an abandoned call holds its place until it ends', async () => {
  const { files, held } = heldStore();
  const store = boundStore(files);
  const calls = ['a', 'a', 'a', 'b', 'b'].map((hospital) => store.has(hospital, sha256));
  const outcomes = Promise.allSettled(calls);
  await vi.advanceTimersByTimeAsync(0);
  expect(held).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await outcomes).toMatchObject(calls.map(() => ({ status: 'rejected', reason: busy })));

  const next = store.has('c', sha256);
  await vi.advanceTimersByTimeAsync(0);
  expect(held).toHaveLength(3);
  held[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  held[3]?.();
  expect(await next).toBe(true);
});

test('once the server stops, calls may finish for three seconds; then all are refused, new ones at once', async () => {
  const { files, held } = heldStore();
  const store = boundStore(files);
  const [fast, slow, waiting] = ['a', 'a', 'a'].map((hospital) => store.has(hospital, sha256));
  const refusals = Promise.allSettled([slow, waiting]);
  await vi.advanceTimersByTimeAsync(0);
  store.stop();
  held[0]?.();
  expect(await fast).toBe(true);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await refusals).toMatchObject([
    { status: 'rejected', reason: busy },
    { status: 'rejected', reason: busy },
  ]);
  const before = held.length;
  await expect(store.has('b', sha256)).rejects.toMatchObject(busy);
  expect(held).toHaveLength(before);
});

test('eight downloads of a hospital run at a time; one that nobody reads ends after 20 s and frees its place', async () => {
  const sources: Readable[] = [];
  const read = (): Promise<StoredBytes> => {
    const bytes = Readable.from([Buffer.from('one'), Buffer.from('two')]);
    sources.push(bytes);
    return Promise.resolve({ bytes, size: 6 });
  };
  const store = boundStore({ ...heldStore().files, read });
  const unread = await Promise.all(Array.from({ length: 8 }, () => store.read('a', sha256)));
  // A reader that takes the first bytes and then no more.
  const [first] = unread;
  const iterator = first?.bytes[Symbol.asyncIterator]();
  await iterator?.next();

  expect(await buffer((await store.read('b', sha256)).bytes)).toEqual(Buffer.from('onetwo'));
  const waiting = store.read('a', sha256);
  const refused = expect(waiting).rejects.toMatchObject(busy);
  await vi.advanceTimersByTimeAsync(12_000);
  await refused;
  expect(sources).toHaveLength(9);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(sources.map(({ destroyed }) => destroyed)).toEqual(sources.map(() => true));
  await expect(iterator?.next()).rejects.toMatchObject({ code: 'server.timeout' });
  expect(await buffer((await store.read('a', sha256)).bytes)).toEqual(Buffer.from('onetwo'));
});
