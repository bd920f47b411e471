import { CallError, SaveError } from '#sync/types.ts';

export type {
  CallInput,
  CommandError,
  OutboxEntry,
  LostFile,
  PickedFile,
  SavedEntry,
  SaveOutcome,
  SessionState,
  SyncStatus,
  WardEngine,
  WardView,
} from '#sync/types.ts';
export { CallError, SaveError };

/** The sentence for the user about an error: the server's message, else the documents' own fallback. */
export function errorWords(error: unknown, fallback: string): string {
  return (error instanceof CallError || error instanceof SaveError) && error.message !== '' ? error.message : fallback;
}

/** The server's sentences by field, or nothing when the refusal names none. */
export function fieldErrors(error: unknown): Readonly<Record<string, string[]>> {
  if (error instanceof SaveError) return error.errors;
  return (error instanceof CallError ? error.problem?.errors : undefined) ?? {};
}

/** True when a call failed because our server did not answer. */
export function isOffline(error: unknown): boolean {
  return error instanceof CallError && error.kind === 'offline';
}
