import { describe, expect, it } from 'vitest';
import { openKeptQueries, type TabStorage } from '#ui/ui/kept-queries.ts';

function tab(): TabStorage & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
  };
}

describe('the queries stored per tab', () => {
  it('restore a list as it was last shown', () => {
    const kept = openKeptQueries(tab());
    kept.keep('/vendor', '?search=mind');
    kept.keep('/vendor', '?search=mind&page=2');
    kept.keep('/vendor/edit/1', '');
    expect(kept.addressOf('/vendor')).toBe('/vendor?search=mind&page=2');
    expect(kept.addressOf('/breakdown')).toBe('/breakdown');
    kept.keep('/vendor', '');
    expect(kept.addressOf('/vendor')).toBe('/vendor');
  });

  it('do not change an address that has a query', () => {
    const kept = openKeptQueries(tab());
    kept.keep('/breakdown', '?page=2');
    expect(kept.addressOf('/breakdown?status=Open')).toBe('/breakdown?status=Open');
  });

  it('survive a reload of the page, and are cleared by a sign-in', () => {
    const storage = tab();
    openKeptQueries(storage).keep('/vendor', '?page=2');
    const reloaded = openKeptQueries(storage);
    expect(reloaded.addressOf('/vendor')).toBe('/vendor?page=2');
    reloaded.forget();
    expect(openKeptQueries(storage).addressOf('/vendor')).toBe('/vendor');
  });

  it.each(['no json', '[1]', 'null', '{"/vendor":"javascript:1"}'])('start empty if %s is stored', (text) => {
    const storage = tab();
    storage.texts.set('kept-queries', text);
    expect(openKeptQueries(storage).addressOf('/vendor')).toBe('/vendor');
  });

  it('work without storage', () => {
    const refusing: TabStorage = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    for (const storage of [undefined, refusing]) {
      const kept = openKeptQueries(storage);
      kept.keep('/vendor', '?page=2');
      expect(kept.addressOf('/vendor')).toBe('/vendor?page=2');
    }
  });
});
