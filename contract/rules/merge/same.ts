import { cleanNote } from '../typed-text.ts';

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Reads a number, also from the plain text that a draft may hold. Text with two readings is not a number. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : null;
}

/**
 * True when two values of a form say the same: text as it is stored, a number whether it is typed text or
 * not, and nothing in any of its forms (absent, null, empty text).
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

/** The names of the fields of either value. */
export function namesOf(a: object, b: object): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}
