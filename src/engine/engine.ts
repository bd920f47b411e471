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

/** Returns the sentence that tells the user about an error: the server's message, or else the documents' fallback. */
export function errorWords(error: unknown, fallback: string): string {
  return (error instanceof CallError || error instanceof SaveError) && error.message !== '' ? error.message : fallback;
}

/** Returns the server's sentences by field; empty if the refusal names no field. */
export function fieldErrors(error: unknown): Readonly<Record<string, string[]>> {
  if (error instanceof SaveError) return error.errors;
  return (error instanceof CallError ? error.problem?.errors : undefined) ?? {};
}

/** Returns true if a call failed because our server did not answer. */
export function isOffline(error: unknown): boolean {
  return error instanceof CallError && error.kind === 'offline';
}
