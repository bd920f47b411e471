import { useContext, useEffect, useState } from 'react';
import { megabytes } from '#ui/platform/megabytes.ts';
import { isNearlyFull } from '#ui/platform/storage-room.ts';
import { useToast } from '#ui/ui/toast.tsx';
import { useEngine, useOutbox } from './engine-provider.tsx';
import { LiveQueriesContext, type OutboxRoom } from './live-queries.ts';

/** How often the room that is left is looked at. Units: ms. */
const lookMs = 5 * 60_000;
/** Less is not worth a button. Units: bytes. */
const worthClearing = 100_000;

/** Looks of all parts that show the room: what one clears is gone for the others. */
const looks = new Set<() => void>();

/** What takes the room of this tablet. Units: bytes. */
export interface StorageRoom extends OutboxRoom {
  /** Of the whole app; 0 where the browser does not say. */
  used: number;
  /** What may go; 0 if that is hardly anything. */
  clearable: number;
}

/**
 * Looks at the room of this tablet now, when an entry comes or goes, and every five minutes; with `onlyNearlyFull` it is null
 * on a tablet with room, which then reads no sizes. `clear` deletes what may go, and says so.
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
