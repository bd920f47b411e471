import { useContext, useEffect, useState } from 'react';
import { megabytes } from '#ui/platform/megabytes.ts';
import { isNearlyFull } from '#sync/ports/storage-room.ts';
import { useToast } from '#ui/ui/toast.tsx';
import { useEngine, useOutbox } from './engine-provider.tsx';
import { LiveQueriesContext, type OutboxRoom } from './live-queries.ts';

/** How often storage use is measured. Units: ms. */
const lookMs = 5 * 60_000;
/** Below this size, clearing is not offered. Units: bytes. */
const worthClearing = 100_000;

/** Measurements of every component that shows storage use: clearing in one updates the others. */
const looks = new Set<() => void>();

/** Storage used on this tablet, by kind. Units: bytes. */
export interface StorageRoom extends OutboxRoom {
  /** Used by the whole app; 0 if the browser does not report it. */
  used: number;
  /** Size of what can be deleted; 0 if it is too small to offer. */
  clearable: number;
}

/**
 * Measures this tablet's storage now, when an entry is added or removed, and every five minutes; with `onlyNearlyFull`
 * the result is null unless storage is nearly full, and no sizes are read. `clear` deletes what is no longer needed and
 * says so in a toast.
 */
export function useStorageRoom(onlyNearlyFull: boolean): { room: StorageRoom | null; clear: () => Promise<void> } {
  const engine = useEngine();
  const open = useContext(LiveQueriesContext);
  const toast = useToast();
  const entryCount = useOutbox().length;
  const [room, setRoom] = useState<StorageRoom | null>(null);
  useEffect(() => {
    let left = false;
    const look = async (): Promise<void> => {
      const { usedBytes: used } = await engine.storage();
      const isShown = !onlyNearlyFull || (await isNearlyFull(used));
      const sizes = isShown ? await (await open())?.room(Date.now()) : undefined;
      if (left) return;
      const clearable = sizes ? sizes.received + sizes.oldEntries : 0;
      setRoom(sizes ? { ...sizes, used, clearable: clearable < worthClearing ? 0 : clearable } : null);
    };
    const later = () => void look().catch(() => undefined);
    looks.add(later);
    later();
    const timer = setInterval(later, lookMs);
    return () => {
      left = true;
      looks.delete(later);
      clearInterval(timer);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- entries that come and go change the room
  }, [engine, open, onlyNearlyFull, entryCount]);
  const clear = async () => {
    try {
      await (await open())?.makeRoom(Date.now());
      toast({ tone: 'ok', text: `${megabytes(room?.clearable ?? 0)} cleared.` });
    } catch {
      toast({ tone: 'warn', text: 'Nothing could be cleared. Close the app, open it again and try once more.' });
    }
    for (const lookAgain of looks) lookAgain();
  };
  return { room, clear };
}
