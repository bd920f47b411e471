import { useCallback, useEffect, useRef, useState } from 'react';
import type { BodyInput } from '#contract/define.ts';
import type { Calls, OfflineCallName } from '#contract/index.ts';
import {
  CallError,
  errorWords,
  fieldErrors,
  type LostFile,
  type PickedFile,
  SaveError,
  type SavedEntry,
  type SaveOutcome,
} from './engine.ts';
import { useEngine, useOutboxEntry } from './engine-provider.tsx';

/** Shown once an entry is stored durably but not yet received. Source: docs/product.md P51. */
const savedOnTabletText = 'Saved on this tablet. It will be sent when the connection is back.';

/** What a notice or toast says about a saved entry. */
export interface Told {
  text: string;
  tone: 'ok' | 'info';
}

/** Returns the `received` sentence once the server has an entry, and until then that it is saved on the tablet. */
export function toldOf(kind: 'received' | 'saved-on-tablet', received: string): Told {
  return kind === 'received' ? { text: received, tone: 'ok' } : { text: savedOnTabletText, tone: 'info' };
}

/** How long a screen waits for the server before saying that the entry is saved on the tablet. Units: ms. */
const answerWaitMs = 4_000;

/** How often a save that is waiting for storage is retried. Units: ms. */
export const roomCheckMs = 5_000;

export type WriteState = 'idle' | 'saving' | 'saved-on-tablet' | 'received' | 'refused';

/** The sentences for the outcomes of a write, in the documents' words. */
export interface WriteWords {
  /** Shown once the server has the entry, for example 'Task closed successfully!'. */
  received?: string;
  /** Builds the sentence for a refusal, for example `Error closing task: ${message}`. */
  refused?: (message: string) => string;
}

export interface WriteOptions {
  files?: PickedFile[];
  /** The refused entry that this entry corrects. */
  replaces?: string;
  /** The draft that becomes this entry in the same transaction. */
  draftKey?: string;
}

interface Progress {
  state: WriteState;
  message: string;
  errors: Readonly<Record<string, string[]>>;
  id: string | null;
  /** Files that were left out of the saved entry. */
  refusedFiles: SavedEntry['refusedFiles'];
  /** Files that cannot be stored: nothing is saved until the user tries again or calls `acceptLoss`. */
  lost: readonly LostFile[];
  /** The save is retried until there is room for its files or the user stops waiting. */
  isWaitingForRoom: boolean;
}

const idle: Progress = {
  state: 'idle',
  message: '',
  errors: {},
  id: null,
  refusedFiles: [],
  lost: [],
  isWaitingForRoom: false,
};

/**
 * Manages an offline write and the text of its state. `save` stores the entry durably, waits a moment for the server,
 * and resolves when the entry is received, refused, or known to be saved only on the tablet. If a file cannot be
 * stored, nothing is saved until the user decides: after `acceptLoss` the next `save` stores the text without the file,
 * after `waitForRoom` it retries until there is room.
 */
export function useWrite<N extends OfflineCallName>(name: N, words: WriteWords = {}) {
  const engine = useEngine();
  const [progress, setProgress] = useState(idle);
  const isLossAccepted = useRef(false);
  const waiting = useRef<AbortController | null>(null);
  const stopWaiting = useCallback(() => {
    waiting.current?.abort();
    waiting.current = null;
  }, []);
  useEffect(() => stopWaiting, [stopWaiting]);
  const received = words.received ?? 'Received by the server.';
  const refusedWords = words.refused ?? ((message: string) => message);

  const settle = (outcome: SaveOutcome, known: Partial<Progress>) => {
    if (outcome.kind === 'refused') {
      setProgress({ ...idle, ...known, state: 'refused', message: refusedWords(outcome.error.message) });
    } else {
      setProgress({ ...idle, ...known, state: outcome.kind, message: toldOf(outcome.kind, received).text });
    }
    return outcome;
  };

  const save = async (
    body: BodyInput<Calls[N]>,
    options: WriteOptions = {},
  ): Promise<SaveOutcome & { id?: string }> => {
    setProgress({ ...idle, state: 'saving', isWaitingForRoom: waiting.current !== null });
    /** Retries while the user waits for storage. */
    const attempt = async (lostFiles: 'refuse' | 'save-text'): Promise<SavedEntry> => {
      try {
        return await engine.save(name, body, { ...options, lostFiles });
      } catch (error) {
        const wait = waiting.current;
        if (!wait || !isRoomMissing(lostOf(error))) throw error;
        await pause(roomCheckMs, wait.signal);
        if (wait.signal.aborted) throw error;
        return attempt(lostFiles);
      }
    };
    try {
      const lostFiles = isLossAccepted.current ? 'save-text' : 'refuse';
      isLossAccepted.current = false;
      const entry = await attempt(lostFiles);
      return { ...settle(await engine.outcome(entry.id, answerWaitMs), entry), id: entry.id };
    } catch (error) {
      return settle(
        { kind: 'refused', error: asCommandError(error) },
        {
          errors: fieldErrors(error),
          lost: lostOf(error),
        },
      );
    } finally {
      stopWaiting();
    }
  };

  // Read from the outbox on each render: the answer may have arrived before this component subscribed.
  const entry = useOutboxEntry(progress.state === 'saved-on-tablet' ? progress.id : null);
  if (entry?.state === 'acked' || entry?.state === 'done') {
    setProgress({ ...progress, state: 'received', message: received });
  } else if (entry?.state === 'attention') {
    setProgress({ ...progress, state: 'refused', message: refusedWords(entry.error?.message ?? '') });
  }

  const reset = useCallback(() => setProgress(idle), []);
  const acceptLoss = useCallback(() => {
    isLossAccepted.current = true;
  }, []);
  const waitForRoom = useCallback(() => {
    waiting.current = new AbortController();
  }, []);
  const { state, isWaitingForRoom } = progress;
  /** The form shows more than its fields, so it must stay open. */
  const isHeld = state === 'refused' || isWaitingForRoom;
  return { ...progress, busy: state === 'saving', isHeld, save, reset, acceptLoss, waitForRoom, stopWaiting };
}

const lostOf = (error: unknown): readonly LostFile[] => (error instanceof SaveError ? error.lost : []);

/** Returns whether files could not be stored only for lack of storage, which may become free. */
export function isRoomMissing(lost: readonly LostFile[]): boolean {
  return lost.length > 0 && lost.every(({ reason }) => reason === 'no-room');
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function asCommandError(error: unknown): Extract<SaveOutcome, { kind: 'refused' }>['error'] {
  const problem = error instanceof CallError ? error.problem : null;
  return {
    class: 'never',
    status: problem?.status ?? null,
    code: problem?.code ?? (error instanceof SaveError ? error.code : 'not-saved'),
    message: errorWords(error, error instanceof Error ? error.message : 'The entry could not be saved on this tablet.'),
    at: new Date().toISOString(),
  };
}
