import { errorWords } from '#ui/engine/engine.ts';
import { FileRefused } from '#ui/platform/photo.ts';

const unreadable = 'The file could not be read.';
const storageFailed = 'The photo could not be kept: the storage of this tablet failed.';

/** Sentences by the name of the browser's error. */
const byName: Readonly<Record<string, string>> = {
  QuotaExceededError: 'This tablet has no room for the photo. Please free some storage and add the photo again.',
  NotReadableError: unreadable,
  NotFoundError: unreadable,
  DatabaseClosedError: storageFailed,
  InvalidStateError: storageFailed,
  UnknownError: storageFailed,
};

/** Says why a photo was not stored with its draft; Dexie wraps the browser's error as `inner`. */
export function photoWords(error: unknown): string {
  if (error instanceof FileRefused) return error.message;
  const inner = error instanceof Error && 'inner' in error ? error.inner : undefined;
  const names = [inner, error].map((one) => (one instanceof Error ? one.name : ''));
  const known = names.map((name) => byName[name]).find((words) => words !== undefined);
  return known ?? errorWords(error, 'The photo could not be kept.');
}
