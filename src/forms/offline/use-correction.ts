import { useSearchParams } from 'react-router-dom';
import type { OfflineCallName } from '#contract/index.ts';
import type { CommandError } from '#ui/engine/engine.ts';
import { useOutbox } from '#ui/engine/engine-provider.tsx';

/** The query parameter with which the outbox opens a form to correct a refused entry. */
export const correctQuery = 'correct';

/** A refused entry of the user: what was sent, and why it was refused. */
export interface Correction {
  /** Goes into `save(body, { replaces: id })`. */
  id: string;
  body: unknown;
  error: CommandError | null;
}

/** The refused entry that this form is opened to correct (`?correct={id}`), or null. */
export function useCorrection(name: OfflineCallName): Correction | null {
  const [params] = useSearchParams();
  const id = params.get(correctQuery);
  const entry = useOutbox().find((candidate) => candidate.id === id);
  if (!entry?.call || entry.call.name !== name || entry.state !== 'attention') return null;
  return { id: entry.id, body: entry.call.body, error: entry.error };
}
