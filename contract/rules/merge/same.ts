import { cleanNote } from '../typed-text.ts';

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Reads a number, or the plain text that a draft may hold. Text with two readings is not a number. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : null;
}

/**
 * Returns whether two form values are equal: texts as they are stored, numbers whether typed or not, and absent, null
 * and empty text as the same.
 */
export function saysTheSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (isEmpty(a) && isEmpty(b))) return true;
  if (typeof a === 'string' && typeof b === 'string') return cleanNote(a) === cleanNote(b);
  if (typeof a === 'number' || typeof b === 'number') {
    const number = numberOf(a);
    return number !== null && number === numberOf(b);
  }
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
  return namesOf(a, b).every((name) => saysTheSame(a[name], b[name]));
}

/** Returns whether a value has parts. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Returns the field names that either value has. */
export function namesOf(a: object, b: object): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}
