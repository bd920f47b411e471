/** The parts of a GS1 label that identify a device. */
export interface Gs1Label {
  readonly serialNumber?: string;
  readonly gtin?: string;
}

interface Element {
  readonly ai: string;
  readonly value: string;
}

const groupSeparator = '\x1d';
const gs1SymbologyPrefix = /^\](?:d2|C1|Q3|e0|J1)/;
const writtenSeparators = /\u241d|<GS>|\{GS\}/gi;

/**
 * Values with a length set by the first two digits of their identifier; they need no separator.
 * Units: characters after the identifier.
 * Source: GS1 General Specifications, figure 7.8.5-2.
 */
const fixedLengths: ReadonlyMap<string, number> = new Map([
  ['00', 18],
  ...['01', '02', '03'].map((prefix): [string, number] => [prefix, 14]),
  ...['11', '12', '13', '15', '16', '17'].map((prefix): [string, number] => [prefix, 6]),
  ['20', 2],
  ...['31', '32', '33', '34', '35', '36'].map((prefix): [string, number] => [prefix, 6]),
  ['41', 13],
]);

/** Lengths of application identifiers, by their first two digits. */
const identifierLengths: ReadonlyMap<string, number> = new Map([
  ...words('00 01 02 03 10 11 12 13 15 16 17 20 21 22 30 37 90 91 92 93 94 95 96 97 98 99', 2),
  ...words('23 24 25 40 41 42 71', 3),
  ...words('31 32 33 34 35 36 39 43 70 72 80 81 82', 4),
]);

/**
 * Reads serial (21) and GTIN (01) from a GS1 element string, raw or in bracketed form, or returns null if the text is
 * not one. A raw string without symbology prefix or separator must begin with a valid GTIN and continue after it, so
 * that plain serials stay serials.
 */
export function readGs1(text: string): Gs1Label | null {
  const plain = text.replace(writtenSeparators, groupSeparator);
  const body = plain.replace(gs1SymbologyPrefix, '');
  if (body.startsWith('(')) return labelOf(bracketedElements(body));
  const isMarked = body !== plain || body.includes(groupSeparator);
  const isBareUdi = /^01\d{14}\d{2}/.test(body) && hasValidCheckDigit(body.slice(2, 16));
  return isMarked || isBareUdi ? labelOf(rawElements(body)) : null;
}

function words(prefixes: string, length: number): [string, number][] {
  return prefixes.split(' ').map((prefix) => [prefix, length]);
}

function labelOf(elements: readonly Element[] | null): Gs1Label | null {
  const serialNumber = elements?.find(({ ai }) => ai === '21')?.value.trim();
  const gtin = elements?.find(({ ai }) => ai === '01')?.value;
  if (!serialNumber && !gtin) return null;
  return { ...(serialNumber ? { serialNumber } : {}), ...(gtin ? { gtin } : {}) };
}

function rawElements(text: string): Element[] | null {
  const elements: Element[] = [];
  let rest = text;
  for (;;) {
    while (rest.startsWith(groupSeparator)) rest = rest.slice(1);
    if (rest === '') return elements;
    const aiLength = identifierLengths.get(rest.slice(0, 2));
    if (aiLength === undefined) return null;
    const ai = rest.slice(0, aiLength);
    const end = rest.indexOf(groupSeparator, aiLength);
    const fixed = fixedLengths.get(ai.slice(0, 2));
    const valueEnd = fixed === undefined ? (end === -1 ? rest.length : end) : aiLength + fixed;
    const value = rest.slice(aiLength, valueEnd);
    if (!/^\d+$/.test(ai) || !isValueOf(ai, value)) return null;
    elements.push({ ai, value });
    rest = rest.slice(valueEnd);
  }
}

/** A bracket inside a serial does not begin an element unless a known identifier and a value of its length follow. */
function bracketedElements(text: string): Element[] | null {
  const starts = [...text.matchAll(/\((\d{2,4})\)/g)]
    .map((match) => ({ ai: match[1] ?? '', index: match.index, valueIndex: match.index + match[0].length }))
    .filter(({ ai, valueIndex }) => {
      const fixed = fixedLengths.get(ai.slice(0, 2));
      const value = /^\s*([^(\s]*)/.exec(text.slice(valueIndex))?.[1] ?? '';
      return identifierLengths.get(ai.slice(0, 2)) === ai.length && (fixed === undefined || isValueOf(ai, value));
    });
  if (starts[0]?.index !== 0) return null;
  return starts.map(({ ai, valueIndex }, at) => ({
    ai,
    value: text
      .slice(valueIndex, starts[at + 1]?.index)
      .replaceAll(groupSeparator, '')
      .trim(),
  }));
}

function isValueOf(ai: string, value: string): boolean {
  const fixed = fixedLengths.get(ai.slice(0, 2));
  return fixed === undefined ? value !== '' : value.length === fixed && /^\d+$/.test(value);
}

function hasValidCheckDigit(gtin: string): boolean {
  const sum = [...gtin].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}
