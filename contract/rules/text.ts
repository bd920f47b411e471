/** What texts are compared, searched and ordered by; `typed-text.ts` says how they are stored. Source: P221, P223, P224. */

/** Format characters, control characters that are no white space, and letters that are blank. */
const invisible = /[\u2800\u3164\u115f\u1160\uffa0]|\p{Cf}|(?!\s)\p{Cc}/gu;
const visible = (text: string): string => text.replace(invisible, '').replace(/\s+/g, ' ').trim();
const lower = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** Two texts with the same key are the same name or serial number. The database computes it as `ward_key`. */
export const sameKey = (text: string): string => lower(visible(text).normalize('NFD'));

/** Letters that Unicode does not decompose, as people type them without special keys. */
const plainLetters: Readonly<Record<string, string>> = Object.fromEntries(
  ['ßss', 'æae', 'œoe', 'þth', 'øo', 'đd', 'ðd', 'ħh', 'ıi', 'łl', 'ŧt'].map((pair) => [pair[0], pair.slice(1)]),
);
/** Accents of Latin, Greek and Cyrillic letters; the vowel signs of Indian scripts are others. */
const accents = /[\u0300-\u036f]/g;
/** What a search passes over: apostrophes, and hyphens and dashes. */
const passedOver = /['`‘’‛′ʹʻʼ\p{Pd}\u2212]/gu;

/** The text in lower case, without accents and invisible characters, with ligatures spelled out. */
export function foldedText(text: string): string {
  if (/^[!-~]*(?: [!-~]+)*$/.test(text)) return text.toLowerCase();
  const letters = visible(text.replaceAll('´', "'").normalize('NFKD')).normalize('NFD').replace(accents, '');
  return lower(letters).replace(/[ß-ŧ]/g, (letter) => plainLetters[letter] ?? letter);
}

/** What a search compares. The database computes it as `ward_search`. */
export const searchKey = (text: string): string => foldedText(text).replace(passedOver, '');

/** The words of a search; a text is found where it contains each of them, in any order. */
export const searchWords = (text: string): string[] => searchKey(text).split(' ').filter(Boolean);

/** Returns whether a text contains every word of a search; `words` come from `searchWords`. */
export function containsWords(text: string, words: readonly string[]): boolean {
  const key = words.length === 0 ? '' : searchKey(text);
  return words.every((word) => key.includes(word));
}
