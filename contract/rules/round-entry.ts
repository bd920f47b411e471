import { confirmations, type EntryFacts, type KeptEntries } from '../records/observation.ts';
import { addDays, type LocalDay } from './hospital-day.ts';

/** How many days of round entries tablets keep, today included. */
export const keptDays = 30;

/** Returns whether tablets keep the entries of a round of a day. */
export function isKept(on: LocalDay, today: LocalDay): boolean {
  return on > addDays(today, -keptDays);
}

const keyLength = 8;
const keyRange = 36 ** keyLength;

/**
 * Returns a short name of a device, always of the same length: a hash of its id (cyrb53, cut to 41 bits). Two of 20,000 devices
 * share one in 1 of 14,000 hospitals; a reader then knows neither.
 */
export function deviceKey(id: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < id.length; at += 1) {
    const code = id.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  const mixed = 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
  return (mixed % keyRange).toString(36).padStart(keyLength, '0');
}

function isPlain({ status, description, photos }: EntryFacts): boolean {
  return status === 'Operational' && description === '' && photos.length === 0;
}

/** Packs the entries of a round for tablets; their order does not matter. */
export function keepEntries(entries: readonly EntryFacts[]): KeptEntries {
  const plain: KeptEntries['plain'] = {};
  for (const confirmation of confirmations) {
    const keys = entries
      .filter((entry) => isPlain(entry) && entry.confirmedBy === confirmation)
      .map(({ deviceId }) => deviceKey(deviceId));
    if (keys.length > 0) plain[confirmation] = keys.sort().join('');
  }
  const told = entries
    .filter((entry) => !isPlain(entry))
    .sort((a, b) => (a.deviceId < b.deviceId ? -1 : 1))
    .map(({ deviceId, status, confirmedBy, observedAt, description, notSeenReason, photos }) => ({
      deviceId,
      status,
      confirmedBy,
      observedAt,
      ...(description !== '' && { description }),
      ...(notSeenReason !== null && { notSeenReason }),
      ...(photos.length > 0 && { photos: photos.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1)) }),
    }));
  return { plain, told };
}

/** Unpacks the entries whose device the tablet holds, and counts the others. `deviceIds` are the devices that it holds. */
export function readEntries(
  { plain, told }: KeptEntries,
  deviceIds: Iterable<string>,
): { entries: EntryFacts[]; unnamed: number } {
  const byKey = new Map<string, string | null>();
  for (const id of deviceIds) {
    const key = deviceKey(id);
    byKey.set(key, byKey.has(key) ? null : id);
  }
  const entries: EntryFacts[] = told.map((entry) => ({
    ...entry,
    description: entry.description ?? '',
    notSeenReason: entry.notSeenReason ?? null,
    photos: entry.photos ?? [],
  }));
  let unnamed = 0;
  for (const confirmedBy of confirmations) {
    const keys = plain[confirmedBy] ?? '';
    for (let at = 0; at < keys.length; at += keyLength) {
      const deviceId = byKey.get(keys.slice(at, at + keyLength)) ?? null;
      if (deviceId === null) unnamed += 1;
      else {
        const nothing = { description: '', notSeenReason: null, observedAt: null, photos: [] };
        entries.push({ deviceId, status: 'Operational', confirmedBy, ...nothing });
      }
    }
  }
  return { entries, unnamed };
}
