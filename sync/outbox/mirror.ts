import type { Command } from './command.ts';
import type { Upload } from './schema.ts';
import type { Outbox } from './outbox.ts';

/** The outbox in memory, for screens: unsettled entries and the recent settled ones. */
export interface Mirror {
  /** In order of `seq`; the same array as long as nothing changes. */
  commands(): readonly Command[];
  uploads(): ReadonlyMap<string, Upload>;
  /** Reads the changes of other tabs and the worker. */
  reload(): Promise<void>;
}

/** Follows the outbox; calls `onChange` for every change, with `local` telling whether this page made it. */
export async function createMirror(outbox: Outbox, onChange: (local: boolean) => void): Promise<Mirror> {
  const bySeq = new Map<number, Command>();
  let uploads = new Map<string, Upload>();
  let sorted: readonly Command[] | null = null;

  function take(commands: readonly Command[]): void {
    for (const command of commands) bySeq.set(command.seq, command);
    sorted = null;
  }
  async function loadUploads(): Promise<void> {
    uploads = new Map((await outbox.uploads()).map((upload) => [upload.sha256, upload]));
  }

  outbox.onChange((change) => {
    take(change.commands);
    for (const seq of change.removed) bySeq.delete(seq);
    if (change.uploads.length > 0) {
      uploads = new Map([...uploads, ...change.uploads.map((upload) => [upload.sha256, upload] as const)]);
    }
    onChange(true);
  });
  take(await outbox.recent());
  take(await outbox.open());
  await loadUploads();

  return {
    commands() {
      sorted ??= [...bySeq.values()].sort((a, b) => a.seq - b.seq);
      return sorted;
    },
    uploads: () => uploads,
    async reload() {
      const open = await outbox.open();
      const openSeqs = new Set(open.map((one) => one.seq));
      const unsure = [...bySeq.values()].filter((one) => one.state !== 'done' && !openSeqs.has(one.seq));
      const reread = await outbox.bySeq(unsure.map((one) => one.seq));
      const found = new Set(reread.map((one) => one.seq));
      for (const { seq } of unsure) if (!found.has(seq)) bySeq.delete(seq);
      take(await outbox.above(Math.max(0, ...bySeq.keys())));
      take(open);
      take(reread);
      await loadUploads();
      onChange(false);
    },
  };
}
