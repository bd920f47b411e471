import { describe, expect, it } from 'vitest';
import { confirmations, type EntryFacts, entryStatuses } from '#contract/records/observation.ts';
import { deviceKey, isKept, keepEntries, readEntries } from '#contract/rules/round-entry.ts';
import { seeded } from './seeded.ts';

const idOf = (place: number): string => `3f2b9c10-7a44-4c1e-9d20-${String(place).padStart(12, '0')}`;
const plainEntry = (place: number): EntryFacts => ({
  deviceId: idOf(place),
  status: 'Operational',
  description: '',
  notSeenReason: null,
  confirmedBy: confirmations[place % 3] ?? 'tap',
  observedAt: '2026-07-01T04:30:00.000Z',
  photos: [],
});
const byDevice = (a: EntryFacts, b: EntryFacts): number => (a.deviceId < b.deviceId ? -1 : 1);

describe('Stored round entries on a tablet', () => {
  it('are read back unchanged, except for the times of entries without remarks', () => {
    const draw = seeded(7);
    const entries = Array.from({ length: 300 }, (_none, place): EntryFacts => {
      const status = draw.pick(entryStatuses);
      const isTold = status !== 'Operational' || draw.int(1, 10) === 1;
      const photo = { sha256: 'a'.repeat(64), name: 'pump.jpg', mime: 'image/jpeg', size: 10, received: false };
      return {
        ...plainEntry(place),
        status,
        description: isTold ? 'The display flickers.' : '',
        notSeenReason: status === 'Not Seen' ? 'In use' : null,
        photos: isTold && draw.int(1, 5) === 1 ? [photo] : [],
      };
    });
    const kept = keepEntries(entries);
    // As sent to tablets, in whatever order the server has read the entries.
    expect(JSON.parse(JSON.stringify(keepEntries(entries.toReversed())))).toEqual(kept);
    const { entries: read, unnamed } = readEntries(
      kept,
      entries.map(({ deviceId }) => deviceId),
    );
    const expected = entries.map((entry) =>
      entry.status === 'Operational' && entry.description === '' ? { ...entry, observedAt: null } : entry,
    );
    expect(unnamed).toBe(0);
    expect(read.toSorted(byDevice)).toEqual(expected.toSorted(byDevice));
  });

  it('of an unknown or ambiguous device are counted, not guessed', () => {
    const kept = keepEntries([plainEntry(1), plainEntry(2)]);
    expect(readEntries(kept, [idOf(1)])).toMatchObject({ entries: [{ deviceId: idOf(1) }], unnamed: 1 });
    expect(readEntries(kept, [idOf(1), idOf(1), idOf(2)])).toMatchObject({
      entries: [{ deviceId: idOf(2) }],
      unnamed: 1,
    });
  });

  it('take 8 bytes for a device without remarks', () => {
    const bytes = (count: number) =>
      JSON.stringify(keepEntries(Array.from({ length: count }, (_none, place) => plainEntry(place)))).length;
    expect((bytes(1000) - bytes(100)) / 900).toBe(8);
  });

  it('have fixed-length keys that distinguish 100,000 devices', () => {
    const keys = Array.from({ length: 100_000 }, (_none, place) => deviceKey(idOf(place)));
    expect(new Set(keys.map(({ length }) => length))).toEqual(new Set([8]));
    expect(new Set(keys).size).toBeGreaterThanOrEqual(99_999);
  });

  it('are kept for 30 days, today included', () => {
    expect(isKept('2026-07-30', '2026-07-30')).toBe(true);
    expect(isKept('2026-07-01', '2026-07-30')).toBe(true);
    expect(isKept('2026-06-30', '2026-07-30')).toBe(false);
  });
});
