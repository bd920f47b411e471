import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { openOutboxDatabase } from '#sync/outbox/database.ts';
import { createDrafts } from '#sync/outbox/drafts.ts';
import { createMeta } from '#sync/outbox/meta.ts';
import { memoryDrafts, memoryMeta } from '#sync/outbox/no-storage.ts';

const open = () => openOutboxDatabase({ indexedDB: new IDBFactory(), keyRange: IDBKeyRange, namePrefix: 'test-' });

const stores = {
  'in IndexedDB': async () => {
    const db = await open();
    return { meta: createMeta(db), drafts: createDrafts(db) };
  },
  'in memory': async () => ({ meta: memoryMeta(), drafts: memoryDrafts() }),
};

describe.each(Object.entries(stores))('metadata and drafts %s', (_name, make) => {
  test('a value is the last one written, and undefined removes it', async () => {
    const { meta } = await make();
    expect(await meta.get('clockOffsetMs')).toBeUndefined();
    await meta.set('clockOffsetMs', 5000);
    expect(await meta.get('clockOffsetMs')).toBe(5000);
    expect(await meta.change('clockOffsetMs', (value = 0) => value + 1)).toBe(5001);
    await meta.changeLightly('clockOffsetMs', (value = 0) => value * 2);
    expect(await meta.get('clockOffsetMs')).toBe(10_002);
    expect(await meta.change('clockOffsetMs', () => undefined)).toBeUndefined();
    expect(await meta.get('clockOffsetMs')).toBeUndefined();
  });

  test('concurrent changes do not overwrite each other', async () => {
    const { meta } = await make();
    const increment = () => meta.change('signIns', (counts = {}) => ({ asha: (counts['asha'] ?? 0) + 1 }));
    await Promise.all(Array.from({ length: 10 }, increment));
    expect(await meta.get('signIns')).toEqual({ asha: 10 });
  });

  test('several values change together or not at all', async () => {
    const { meta } = await make();
    await meta.changeAll({ signIns: () => ({ asha: 1 }), outboxOnly: () => ['ben'] });
    expect([await meta.get('signIns'), await meta.get('outboxOnly')]).toEqual([{ asha: 1 }, ['ben']]);
    const failing = meta.changeAll({
      signIns: () => ({ asha: 2 }),
      outboxOnly: () => {
        throw new Error('No.');
      },
    });
    await expect(failing).rejects.toThrow('No.');
    expect([await meta.get('signIns'), await meta.get('outboxOnly')]).toEqual([{ asha: 1 }, ['ben']]);
  });

  test('a failed change leaves the value unchanged', async () => {
    const { meta } = await make();
    await meta.set('outboxOnly', ['ben']);
    const fail = () => {
      throw new Error('No.');
    };
    await expect(meta.change('outboxOnly', fail)).rejects.toThrow('No.');
    await expect(meta.changeLightly('outboxOnly', fail)).rejects.toThrow('No.');
    expect(await meta.get('outboxOnly')).toEqual(['ben']);
  });

  test('mutating an object that was read or written does not change the stored value', async () => {
    const { meta } = await make();
    const written = { asha: 1 };
    await meta.set('signIns', written);
    written.asha = 7;
    const read = await meta.get('signIns');
    if (read) read['asha'] = 8;
    expect(await meta.get('signIns')).toEqual({ asha: 1 });
  });

  test('a draft belongs to its user and key', async () => {
    const { drafts } = await make();
    await drafts.write('asha', 'round', { text: 'half' }, '2026-11-21T08:00:00.000Z');
    expect(await drafts.read('asha', 'round')).toEqual({ text: 'half' });
    expect(await drafts.read('ben', 'round')).toBeUndefined();
    await drafts.remove('asha', 'round');
    expect(await drafts.read('asha', 'round')).toBeUndefined();
  });
});

test('OB7 the id of a tablet in use is still found under its original key', async () => {
  const db = await open();
  const stored = 'b7a7c9f0-6a0c-4a6e-8f5e-2f1d9c1c4a11';
  await db.write(['meta'], ({ meta }) => meta.put({ key: 'deviceId', value: stored }));
  const meta = createMeta(db);
  expect(await meta.get('tabletId')).toBe(stored);
  await meta.set('tabletId', 'another');
  expect(await db.read((tables) => tables.meta.toArray())).toEqual([{ key: 'deviceId', value: 'another' }]);
});
