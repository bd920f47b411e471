import type { KeyValue } from './ports.ts';
import type { Meta } from './outbox/meta.ts';

const key = 'wardCanary';

/** What survives beside IndexedDB: the device's name and how much was unsent when last seen. */
interface CanaryNote {
  deviceId: string;
  unsent: number;
}

function read(store: KeyValue | null): CanaryNote | null {
  const text = store?.get(key) ?? null;
  if (text === null) return null;
  const note: unknown = JSON.parse(text);
  return typeof note === 'object' && note !== null && 'deviceId' in note ? (note as CanaryNote) : null;
}

/** The name of this device; `evicted` tells how many unsent entries the browser has thrown away, null for no eviction. */
export async function identifyDevice(
  meta: Meta,
  store: KeyValue | null,
  makeId: () => string,
): Promise<{ deviceId: string; evicted: number | null }> {
  const note = read(store);
  const known = await meta.get('deviceId');
  if (known !== undefined) return { deviceId: known, evicted: null };
  const deviceId = await meta.change('deviceId', (value) => value ?? note?.deviceId ?? makeId());
  return { deviceId: deviceId ?? makeId(), evicted: note ? note.unsent : null };
}

/** Writes down beside IndexedDB what would be lost if it went. */
export function keepCanary(store: KeyValue | null, deviceId: string, unsent: number): void {
  const note: CanaryNote = { deviceId, unsent };
  store?.set(key, JSON.stringify(note));
}

/** The sentence about an eviction. */
export function evictedText(unsent: number): string {
  if (unsent === 0)
    return 'The browser has cleared the storage of this app. It is being loaded again; nothing was lost.';
  const entries = unsent === 1 ? '1 entry that had' : `${unsent} entries that had`;
  return `The browser has cleared the storage of this app, with ${entries} not been sent. Please enter them again.`;
}
