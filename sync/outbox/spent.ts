import type { OutboxTables } from './database.ts';
import type { StoredCommand, Upload } from './schema.ts';

const dayMs = 24 * 3600_000;

/** How long answered data stays on the tablet. Units: ms. */
interface KeepTimes {
  /** Settled entries stay readable (rule OB12). */
  entriesMs: number;
  /** Bytes of a received file stay, so that its picture still shows before the replica has it (rule OB8). */
  bytesMs: number;
}

/** Without user action. */
export const usualTimes: KeepTimes = { entriesMs: 30 * dayMs, bytesMs: dayMs };
/** The times used when a user frees space: files are deleted immediately, even if the clock was set back since. */
export const shortTimes: KeepTimes = { entriesMs: 7 * dayMs, bytesMs: -Infinity };

/** Returns all files of these entries, by their hash. */
export const filesOf = (rows: readonly { files: readonly { sha256: string }[] }[]): Set<string> =>
  new Set(rows.flatMap((row) => row.files.map((file) => file.sha256)));

/**
 * Returns when an entry was settled, at the earliest: one that was made while the tablet's clock was behind is only as
 * old as its answer. Units: ms since 1970.
 */
function settledMs({ madeAt, answer }: StoredCommand): number {
  return Math.max(Date.parse(madeAt), Date.parse(answer?.serverAt ?? answer?.at ?? madeAt));
}

/** Returns the settled entries and files that have expired; unsettled entries and their files never expire. */
export function spent(
  commands: readonly StoredCommand[],
  uploads: readonly Upload[],
  { entriesMs, bytesMs }: KeepTimes,
  nowMs: number,
): { entries: StoredCommand[]; files: Upload[] } {
  const needed = filesOf(commands.filter(({ open }) => open === 1));
  return {
    entries: commands.filter((one) => one.open === 0 && settledMs(one) < nowMs - entriesMs),
    files: uploads.filter(({ sha256, received, settledAt }) => {
      const isRecent = received && nowMs - Date.parse(settledAt ?? '') < bytesMs;
      return !needed.has(sha256) && !isRecent;
    }),
  };
}

/** Deletes a file with all its pieces. */
export async function deleteFile(
  { files, uploads }: Pick<OutboxTables, 'files' | 'uploads'>,
  sha256: string,
): Promise<void> {
  await uploads.delete(sha256);
  await files.where('[sha256+index]').between([sha256, 0], [sha256, Infinity]).delete();
}

/** Deletes expired data, within one transaction over these tables. */
export async function deleteSpent(
  tables: Pick<OutboxTables, 'commands' | 'files' | 'uploads'>,
  times: KeepTimes,
  nowMs: number,
): Promise<void> {
  const [rows, uploads] = await Promise.all([tables.commands.toArray(), tables.uploads.toArray()]);
  const over = spent(rows, uploads, times, nowMs);
  await tables.commands.bulkDelete(over.entries.map(({ seq }) => seq));
  for (const { sha256 } of over.files) await deleteFile(tables, sha256);
}
