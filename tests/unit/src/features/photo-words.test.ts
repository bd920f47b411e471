import { describe, expect, it } from 'vitest';
import { SaveError } from '#ui/engine/engine.ts';
import { FileRefused } from '#ui/platform/photo.ts';
import { photoWords } from '#ui/work/photo-words.ts';

const noRoom = 'This tablet has no room for the photo. Please free some storage and add the photo again.';
const full = new DOMException('Full.', 'QuotaExceededError');
const wrapped = Object.assign(new Error('Aborted.'), { name: 'AbortError', inner: full });
const closed = new DOMException('Closed.', 'InvalidStateError');

describe('The reason why a photo was not stored', () => {
  it.each([
    ['a full tablet', full, noRoom],
    ['a full tablet, as reported by Dexie', wrapped, noRoom],
    ['an unreadable file', new DOMException('Gone.', 'NotReadableError'), 'The file could not be read.'],
    ['a failed storage', closed, 'The photo could not be kept: the storage of this tablet failed.'],
    ['a refused file', new FileRefused('file.empty'), 'The file is empty.'],
    ['nobody signed in', new SaveError('signed-out', 'Please log in again.'), 'Please log in again.'],
    ['anything else', new Error('Bug.'), 'The photo could not be kept.'],
  ])('%s', (_case, error, words) => {
    expect(photoWords(error)).toBe(words);
  });
});
