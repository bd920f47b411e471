import { useSearchParams } from 'react-router-dom';
import type { OfflineCallName } from '#contract/index.ts';
import type { CommandError } from '#ui/engine/engine.ts';
import { useOutbox } from '#ui/engine/engine-provider.tsx';

/** The query parameter with which the outbox opens a form to correct a refused entry. */
export const correctQuery = 'correct';

/** A refused entry: what the user sent, and why it was refused. */
export interface Correction {
  /** Passed to `save(body, { replaces: id })`. */
  id: string;
  body: unknown;
  error: CommandError | null;
}

/** Returns the refused entry that this form was opened to correct (`?correct={id}`), or null. */
export function useCorrection(name: OfflineCallName): Correction | null {
  const [params] = useSearchParams();
  const id = params.get(correctQuery);
  const entry = useOutbox().find((candidate) => candidate.id === id);
  if (!entry?.call || entry.call.name !== name || entry.state !== 'attention') return null;
  return { id: entry.id, body: entry.call.body, error: entry.error };
}
