/**
 * A note outside IndexedDB that survives when the browser clears IndexedDB, with the tablet's id and the unsent work
 * that was lost.
 */
import { counted } from '#contract/rules/counted.ts';
import type { Meta } from '../../outbox/meta.ts';
import type { KeyValue } from '../../ports/ports.ts';

const key = 'wardCanary';

/** The content of the note: the tablet's id and the number of unsent entries when last seen. */
interface CanaryNote {
  tabletId: string;
  unsent: number;
  /** Unsent entries lost with the storage, until a signed-in user has seen the warning. */
  lost?: number;
}

/** The note as stored: existing tablets call their id `deviceId`. */
type StoredNote = Omit<CanaryNote, 'tabletId'> & { deviceId: string };

function read(store: KeyValue | null): CanaryNote | null {
  const text = store?.get(key) ?? null;
  if (text === null) return null;
  const stored: unknown = JSON.parse(text);
  if (typeof stored !== 'object' || stored === null || !('deviceId' in stored)) return null;
  const { deviceId, ...note } = stored as StoredNote;
  return { ...note, tabletId: deviceId };
}

function write(store: KeyValue | null, { tabletId, ...note }: CanaryNote): void {
  const stored: StoredNote = { deviceId: tabletId, ...note };
  store?.set(key, JSON.stringify(stored));
}

/**
 * Returns the id of this tablet; `evicted` is the number of unsent entries that the browser deleted, null without an
 * eviction. It is reported at each start until `evictionTold`, because a start that ends at the sign-in screen has
 * shown it to nobody.
 */
export async function identifyTablet(
  meta: Meta,
  store: KeyValue | null,
  makeId: () => string,
): Promise<{ tabletId: string; evicted: number | null }> {
  const note = read(store);
  const known = await meta.get('tabletId');
  if (known !== undefined) return { tabletId: known, evicted: note?.lost ?? null };
  // Written before the id is stored, so that the next start finds the eviction again if this one dies in between.
  if (note) write(store, { tabletId: note.tabletId, unsent: 0, lost: note.unsent + (note.lost ?? 0) });
  const tabletId = (await meta.change('tabletId', (value) => value ?? note?.tabletId ?? makeId())) ?? makeId();
  return { tabletId, evicted: read(store)?.lost ?? null };
}

/** Records that a signed-in user has seen the loss. */
export function evictionTold(store: KeyValue | null): void {
  const note = read(store);
  if (note?.lost !== undefined) write(store, { tabletId: note.tabletId, unsent: note.unsent });
}

/** Keeps a note of the number of entries that exist only in this storage. */
export interface Canary {
  note(): void;
  /** Notes additions immediately; settled entries may be noted a little later. */
  noteMore(): void;
}

/** The canary of a tablet; `unsettled` counts the entries that exist only in this storage. */
export function createCanary(store: KeyValue | null, tabletId: string, unsettled: () => number): Canary {
  let noted = 0;
  function note(): void {
    noted = unsettled();
    const lost = read(store)?.lost;
    write(store, { tabletId, unsent: noted, ...(lost !== undefined && { lost }) });
  }
  return {
    note,
    noteMore() {
      if (unsettled() > noted) note();
    },
  };
}

/** Returns the warning about an eviction. */
export function evictedText(unsent: number): string {
  if (unsent === 0)
    return 'The browser has cleared the storage of this app. It is being loaded again; nothing was lost.';
  const entries = counted(unsent, 'entry', 'entries');
  return `The browser has cleared the storage of this app, including ${entries} not yet sent. Please enter ${unsent === 1 ? 'it' : 'them'} again.`;
}
