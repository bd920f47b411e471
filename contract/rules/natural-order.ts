import { foldedText } from './text.ts';

/** Numbers are padded to 16 digits, so that texts compare as their numbers do. */
const zeros = '0'.repeat(15);

/**
 * Returns a sort key for natural order: numbers by value, so that `Bed 2` comes before `Bed 10`; case and accents are ignored.
 * The database function `ward_order` computes the same, so lists have one order with and without network.
 */
export function orderKey(text: string): string {
  return foldedText(text).replace(/\d+/g, (digits) => (zeros + digits).replace(/^0+(?=\d{16})/, ''));
}

/** Cached keys: sorting compares each text many times. */
const keys = new Map<string, string>();
const maxKeptKeys = 20_000;

function keptKey(text: string): string {
  if (keys.size > maxKeptKeys) keys.clear();
  const key = keys.get(text) ?? orderKey(text);
  keys.set(text, key);
  return key;
}

/** Compares texts in natural order, see `orderKey`. */
export function inNaturalOrder(a: string, b: string): number {
  const first = keptKey(a);
  const second = keptKey(b);
  return first < second ? -1 : Number(first > second);
}
