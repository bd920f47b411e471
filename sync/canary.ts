import type { KeyValue } from './ports.ts';
import type { Meta } from './outbox/meta.ts';

const key = 'wardCanary';

/** What survives beside IndexedDB: the device's name and how much was unsent when last seen. */
interface CanaryNote {
  deviceId: string;
  unsent: number;
  /** Unsent entries that went with the storage, as long as nobody who is signed in has been told. */
  lost?: number;
}

function read(store: KeyValue | null): CanaryNote | null {
  const text = store?.get(key) ?? null;
  if (text === null) return null;
  const note: unknown = JSON.parse(text);
  return typeof note === 'object' && note !== null && 'deviceId' in note ? (note as CanaryNote) : null;
}

function write(store: KeyValue | null, note: CanaryNote): void {
  store?.set(key, JSON.stringify(note));
}

/**
 * The name of this device; `evicted` tells how many unsent entries the browser has thrown away, null for no eviction.
 * It is told at each start until `evictionTold`: a start that ends at the sign-in has shown nobody anything.
 */
export async function identifyDevice(
  meta: Meta,
  store: KeyValue | null,
  makeId: () => string,
): Promise<{ deviceId: string; evicted: number | null }> {
  const note = read(store);
  const known = await meta.get('deviceId');
  if (known !== undefined) return { deviceId: known, evicted: note?.lost ?? null };
  // Before the name is in the storage: a start that dies in between finds the eviction again.
  if (note) write(store, { deviceId: note.deviceId, unsent: 0, lost: note.unsent + (note.lost ?? 0) });
  const deviceId = (await meta.change('deviceId', (value) => value ?? note?.deviceId ?? makeId())) ?? makeId();
  return { deviceId, evicted: read(store)?.lost ?? null };
}

/** Somebody who is signed in is shown what was thrown away. */
export function evictionTold(store: KeyValue | null): void {
  const note = read(store);
  if (note?.lost !== undefined) write(store, { deviceId: note.deviceId, unsent: note.unsent });
}

/** Writes down beside IndexedDB what would be lost if it went. */
export function keepCanary(store: KeyValue | null, deviceId: string, unsent: number): void {
  const lost = read(store)?.lost;
  write(store, { deviceId, unsent, ...(lost !== undefined && { lost }) });
}

/** The sentence about an eviction. */
export function evictedText(unsent: number): string {
  if (unsent === 0)
    return 'The browser has cleared the storage of this app. It is being loaded again; nothing was lost.';
  const entries = unsent === 1 ? '1 entry that had' : `${unsent} entries that had`;
  return `The browser has cleared the storage of this app, with ${entries} not been sent. Please enter them again.`;
}
