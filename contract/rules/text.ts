/** Keys by which texts are compared and searched; `typed-text.ts` defines how they are stored. Source: P221, P223, P224. */

/** Format characters, control characters that are no white space, and letters that are blank. */
const invisible = /[\u2800\u3164\u115f\u1160\uffa0]|\p{Cf}|(?!\s)\p{Cc}/gu;
const visible = (text: string): string => text.replace(invisible, '').replace(/\s+/g, ' ').trim();
const lower = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** Returns a key that is equal for the same name or serial number. The database computes it as `ward_key`. */
export const sameKey = (text: string): string => lower(visible(text).normalize('NFD'));

/** Letters that Unicode does not decompose, with their usual spelling on plain keyboards. */
const plainLetters: Readonly<Record<string, string>> = Object.fromEntries(
  ['ßss', 'æae', 'œoe', 'þth', 'øo', 'đd', 'ðd', 'ħh', 'ıi', 'łl', 'ŧt'].map((pair) => [pair[0], pair.slice(1)]),
);
/** Accents of Latin, Greek and Cyrillic letters, but not the vowel signs of Indian scripts. */
const accents = /[\u0300-\u036f]/g;
/** Characters that searches ignore: apostrophes, hyphens and dashes. */
const passedOver = /['`‘’‛′ʹʻʼ\p{Pd}\u2212]/gu;

/** Returns the text in lower case, without accents and invisible characters, with ligatures spelled out. */
export function foldedText(text: string): string {
  if (/^[!-~]*(?: [!-~]+)*$/.test(text)) return text.toLowerCase();
  const letters = visible(text.replaceAll('´', "'").normalize('NFKD')).normalize('NFD').replace(accents, '');
  return lower(letters).replace(/[ß-ŧ]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Returns the key that searches compare. The database computes it as `ward_search`. */
export const searchKey = (text: string): string => foldedText(text).replace(passedOver, '');

/** Splits a search into words; a text matches if it contains all of them, in any order. */
export const searchWords = (text: string): string[] => searchKey(text).split(' ').filter(Boolean);

/** Returns whether a text contains every word of a search; `words` come from `searchWords`. */
export function containsWords(text: string, words: readonly string[]): boolean {
  const key = words.length === 0 ? '' : searchKey(text);
  return words.every((word) => key.includes(word));
}
