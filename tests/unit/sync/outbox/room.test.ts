import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openLiveQueries } from '#sync/engine/reads/live-queries.ts';
import type { PickedFile } from '#sync/types.ts';
import { closing, createBench, offline, startOfTest } from '../bench.ts';

const dayMs = 24 * 3600_000;

function photo(size: number): PickedFile {
  const bytes = new Uint8Array(size).fill(size % 251);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ref: { sha256, size, mime: 'image/jpeg', name: 'panel.jpg' }, bytes: bytes.buffer };
}
const withPhoto = (taskId: string, { ref }: PickedFile) => ({
  ...closing(taskId),
  files: [{ ...ref, mime: 'image/jpeg' as const }],
});

test("OB8 OB12 freeing space deletes received files and last week's entries, but nothing that is needed", async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  const [sent, unsent] = [photo(300_000), photo(200_000)];
  const done = await bench.during(engine.save('closeTask', withPhoto('7', sent), { files: [sent] }));
  await bench.time.run(60_000);
  expect(engine.outbox()).toMatchObject([{ id: done.id, state: 'done' }]);
  bench.network = offline;
  const waiting = await bench.during(engine.save('closeTask', withPhoto('8', unsent), { files: [unsent] }));
  await bench.during(engine.writeDraft('close 9', { actionTaken: 'Filter' }));
  await bench.during(engine.writeDraft('close 9:photo:1', new ArrayBuffer(50_000)));

  const queries = await bench.during(openLiveQueries(tab.ports.databases));
  if (!queries) throw new Error('The outbox database is there, so it can be read.');
  const room = (days: number) => bench.during(queries.room(startOfTest + days * dayMs));
  const entriesKept = async () => (await bench.during(queries.pastEntries('asha', 10))).entries.map(({ id }) => id);

  const today = await room(0);
  expect(today).toMatchObject({ waiting: 200_000, received: 300_000, oldEntries: 0 });
  expect(today.drafts).toBeGreaterThanOrEqual(50_000);
  await bench.during(queries.makeRoom(startOfTest));
  expect(await room(0)).toEqual({ ...today, received: 0 });
  expect(await bench.during(engine.localFile(sent.ref.sha256))).toBeUndefined();
  expect((await bench.during(engine.localFile(unsent.ref.sha256)))?.byteLength).toBe(200_000);
  expect(await entriesKept()).toEqual([done.id]);

  expect((await room(8)).oldEntries).toBeGreaterThan(100);
  await bench.during(queries.makeRoom(startOfTest + 8 * dayMs));
  expect(await room(8)).toEqual({ ...today, received: 0 });
  expect(await entriesKept()).toEqual([]);
  const later = await bench.openTab();
  expect(later.engine.outbox()).toMatchObject([{ id: waiting.id, files: [{ received: false }] }]);
});
