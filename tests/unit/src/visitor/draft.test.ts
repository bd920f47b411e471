import { afterEach, expect, it, vi } from 'vitest';

const storage = new Map<string, string>();
const sessionStorage = {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
  removeItem: (key: string) => void storage.delete(key),
};

/** Loads the module anew, as a reload of the page does. */
async function openPage() {
  vi.resetModules();
  return import('#ui/visitor/draft.ts');
}
afterEach(() => {
  storage.clear();
  vi.unstubAllGlobals();
});
const now = Date.parse('2026-11-28T05:00:00Z');

it('the same answers are the same report until they are sent, even after a reload', async () => {
  vi.stubGlobal('sessionStorage', sessionStorage);
  const { attemptOf } = await openPage();
  const first = attemptOf('damaged', now);
  expect(first).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    secret: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    reportedAt: '2026-11-28T05:00:00.000Z',
  });
  expect(attemptOf('damaged', now + 60_000)).toEqual(first);
  const reloaded = await openPage();
  expect(reloaded.attemptOf('damaged', now)).toEqual(first);
  const changed = reloaded.attemptOf('damaged, and loud', now);
  expect(changed.id).not.toBe(first.id);
  reloaded.dropDraft();
  expect(reloaded.attemptOf('damaged, and loud', now).id).not.toBe(changed.id);
});

it('a page without storage remembers the report by itself', async () => {
  const refuse = () => {
    throw new DOMException('Storage is disabled.', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const { attemptOf, dropDraft } = await openPage();
  const first = attemptOf('damaged', now);
  expect(attemptOf('damaged', now)).toEqual(first);
  dropDraft();
  expect(attemptOf('damaged', now).id).not.toBe(first.id);
});
