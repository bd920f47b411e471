import { useCallback, useEffect, useRef, useState } from 'react';
import { createDraftKeeper, type DraftKeeper, type DraftState } from './draft-keeper.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';

/** A half-filled form that survives closing the tab or the app, and a flat battery. */
export interface Draft<T> {
  value: T;
  /** Shows the value and stores it immediately. */
  setValue: (next: T | ((current: T) => T)) => void;
  /** False until the stored draft has been read: show a skeleton and accept no input. */
  ready: boolean;
  /** The value was restored from an earlier visit. */
  restored: boolean;
  state: DraftState;
  /** Deletes the draft (after saving it as an entry, or at the user's request) and shows the initial value again. */
  discard: () => Promise<void>;
}

interface Held<T> {
  key: string;
  value: T;
  ready: boolean;
  restored: boolean;
}

/** Stores user input under `key` until it is saved or discarded; without a stored draft it starts from `initial`. */
export function useDraft<T>(key: string, initial: T): Draft<T> {
  const engine = useEngine();
  const first = useRef(initial);
  const [held, setHeld] = useState<Held<T>>({ key, value: initial, ready: false, restored: false });
  const [state, setState] = useState<DraftState>('saved');
  const keeper = useRef<DraftKeeper | null>(null);
  const latest = useRef(held);
  const current = held.key === key ? held : { key, value: initial, ready: false, restored: false };

  const show = useCallback((next: Held<T>) => {
    latest.current = next;
    setHeld(next);
  }, []);

  useEffect(() => {
    let left = false;
    const mine = createDraftKeeper(engine, key, setState);
    keeper.current = mine;
    latest.current = { key, value: first.current, ready: false, restored: false };
    const open = (stored: T | undefined) => {
      if (left || latest.current.ready) return;
      show({ key, value: stored ?? first.current, ready: true, restored: stored !== undefined });
    };
    engine.readDraft<T>(key).then(open, () => open(undefined));
    const hide = () => mine.flush();
    window.addEventListener('pagehide', hide);
    document.addEventListener('visibilitychange', hide);
    return () => {
      left = true;
      mine.flush();
      window.removeEventListener('pagehide', hide);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [engine, key, show]);

  const setValue = useCallback(
    (next: T | ((value: T) => T)) => {
      const value = isUpdate(next) ? next(latest.current.value) : next;
      show({ ...latest.current, key, value, ready: true });
      keeper.current?.put(value);
    },
    [key, show],
  );

  const discard = useCallback(async () => {
    await keeper.current?.discard();
    keeper.current = createDraftKeeper(engine, key, setState);
    setState('saved');
    show({ key, value: first.current, ready: true, restored: false });
  }, [engine, key, show]);

  return { value: current.value, ready: current.ready, restored: current.restored, setValue, state, discard };
}

function isUpdate<T>(next: T | ((value: T) => T)): next is (value: T) => T {
  return typeof next === 'function';
}
