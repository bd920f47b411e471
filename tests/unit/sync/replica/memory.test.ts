import { expect, it, vi } from 'vitest';
import type { ReplicaKind } from '#contract/records/replica.ts';
import { createMemory, segmentsOf } from '#sync/replica/memory.ts';

const segmentRows = 100;

/** Returns the rows' final capacity and how often it grew, after a start with a segment of each of these kinds. */
function roomAfter(kinds: readonly ReplicaKind[]): { rows: number; growths: number } {
  const memory = createMemory();
  const room = new Map<ReplicaKind, number>();
  let growths = 0;
  for (const kind of new Set(kinds)) {
    const table = memory.tables[kind];
    const reserve = table.reserve.bind(table);
    vi.spyOn(table, 'reserve').mockImplementation((more) => {
      if (table.count + more > (room.get(kind) ?? 0)) growths += 1;
      room.set(kind, Math.max(room.get(kind) ?? 0, table.count + more));
      reserve(more);
    });
  }
  for (const [at, kind] of kinds.entries()) {
    const rows = Array.from({ length: segmentRows }, (_, place) => ({ id: `${at}-${place}` }));
    const versions = rows.map((_, place) => at * segmentRows + place);
    const [segment] = segmentsOf({ rows: [{ kind, versions, rows }], tombstones: [] });
    memory.apply(at + 1, segment!, kinds.length - 1 - at);
  }
  return { rows: [...room.values()].reduce((sum, rows) => sum + rows, 0), growths };
}

it('A start allocates once for a hospital with uniform segments', () => {
  expect(roomAfter(Array.from({ length: 40 }, () => 'device'))).toEqual({ rows: 40 * segmentRows, growths: 1 });
});

it('Alternating segment kinds allocate at most twice the size of their rows', () => {
  const inTurn: ReplicaKind[] = ['device', 'task', 'ticket', 'test', 'round'];
  const kinds = Array.from({ length: 200 }, (_, at) => inTurn[at % inTurn.length]!);
  expect(roomAfter(kinds).rows).toBeLessThanOrEqual(2 * kinds.length * segmentRows);
});
