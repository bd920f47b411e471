import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Session } from '#contract/calls/session.ts';
import type { OutboxEntry, SessionState, SyncStatus, WardEngine, WardView } from './engine.ts';
import { sameValue } from '#ui/platform/same-value.ts';
import { whenReleased } from '#ui/ui/press.ts';

const EngineContext = createContext<WardEngine | null>(null);

/** Provides the opened engine to all screens below. */
export function EngineProvider({ engine, children }: { engine: WardEngine; children: ReactNode }) {
  return <EngineContext value={engine}>{children}</EngineContext>;
}

/** Returns the engine, for actions that no hook in this file covers. Throws: without a provider above. */
export function useEngine(): WardEngine {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('No EngineProvider.');
  return engine;
}

/** Delays changes from the engine until no finger is on the screen, so that no row moves under one. */
function useSubscription(engine: WardEngine): (listener: () => void) => () => void {
  return useCallback(
    (listener: () => void) =>
      engine.subscribe(() => {
        whenReleased(listener);
      }),
    [engine],
  );
}

function useSnapshot<T>(read: (engine: WardEngine) => T, isSame: (before: T, now: T) => boolean = sameValue): T {
  const engine = useEngine();
  const last = useRef<{ engine: WardEngine; value: T } | null>(null);
  const subscribe = useSubscription(engine);
  return useSyncExternalStore(subscribe, () => {
    const value = read(engine);
    const known = last.current;
    if (known?.engine === engine && isSame(known.value, value)) return known.value;
    last.current = { engine, value };
    return value;
  });
}

/**
 * Reads the replica with the outbox laid over; runs again when either changes or one of `inputs` does.
 * `select` may be written in place: only `inputs` and the revision decide when it runs.
 */
export function useView<T>(select: (view: WardView) => T, inputs: readonly unknown[] = []): T {
  const engine = useEngine();
  const subscribe = useSubscription(engine);
  const revision = useSyncExternalStore(subscribe, () => engine.view().revision);
  // oxlint-disable-next-line react/exhaustive-deps -- the revision stands for all that the view answers
  return useMemo(() => select(engine.view()), [engine, revision, ...inputs]);
}

/** Returns who is signed in on this tablet. */
export function useSession(): SessionState {
  return useSnapshot((engine) => engine.session());
}

/** Returns the session on screens that only signed-in users reach. Throws: when nobody is signed in. */
export function useSignedIn(): Session {
  const state = useSession();
  if (state.kind !== 'signed-in') throw new Error('This screen is for signed-in users.');
  return state.session;
}

/** Returns what the sync indicator shows, and whether the tablet is offline. */
export function useSyncStatus(): SyncStatus {
  return useSnapshot((engine) => engine.status());
}

/**
 * Every answer from the server measures the clock offset again; smaller changes do not redraw times on screen. Units:
 * ms.
 */
const clockStepMs = 1000;

/** Returns how far the server's clock is ahead of the tablet's, rounded to a second. Units: milliseconds. */
export function useClockOffset(): number {
  return useSnapshot(
    (engine) => engine.status().clockOffsetMs,
    (before, now) => Math.abs(now - before) < clockStepMs,
  );
}

/** Returns the outbox entries of this tablet, as its users see them. */
export function useOutbox(): readonly OutboxEntry[] {
  return useSnapshot((engine) => engine.outbox());
}

/** Returns one outbox entry; undefined without an id or if the outbox does not have the entry. */
export function useOutboxEntry(id: string | null): OutboxEntry | undefined {
  return useSnapshot((engine) => (id === null ? undefined : engine.outbox().find((entry) => entry.id === id)));
}

/** Returns the warnings about this tablet, which its banners show. */
export function useWarnings(): ReturnType<WardEngine['warnings']> {
  return useSnapshot((engine) => engine.warnings());
}

/** Counts the current user's entries that are not on the server yet. */
export function useUnsentCount(): number {
  return useSnapshot((engine) => engine.unsentCount());
}
