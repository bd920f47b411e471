/** The kind of a number, which decides how its text is read. */
export interface NumberKind {
  /** Maximum number of decimals; absent: any number. */
  decimals?: number;
  /** Whether a currency sign is allowed. */
  isMoney?: boolean;
}

export const money: NumberKind = { decimals: 2, isMoney: true };
export const whole: NumberKind = { decimals: 0 };
export const decimal: NumberKind = {};

/**
 * A text as a number, null if it is empty; or the reason why it is not one; `problem` is null if there are no details.
 */
export type ReadNumber = { value: number | null } | { problem: string | null };

/** Longer texts are not numbers that people type, and would be slow to read. Units: characters. */
const maxLength = 60;
/** Digits that numbers of JavaScript and spreadsheets can hold. */
const maxDigits = 15;

/** The zeros of the scripts in which keyboards in India write digits, and the full-width one; nine digits follow each. */
const zeros = [
  0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0x0a_66, 0x0a_e6, 0x0b_66, 0x0b_e6, 0x0c_66, 0x0c_e6, 0x0d_66, 0xff_10,
];

const signs = String.raw`(?:₹|rs\.?|inr|\$)`;
const moneyAround = new RegExp(String.raw`^${signs}?\s*(.*?)\s*(?:/-)?\s*${signs}?$`, 'i');
const plain = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
const westernGroups = /^[1-9]\d{0,2}(?:([, ])\d{3})(?:\1\d{3})*(?:\.\d*)?$/;
const indianGroups = /^[1-9]\d?(?:([, ])\d{2})(?:\1\d{2})*\1\d{3}(?:\.\d*)?$/;

/**
 * Reads a number as people write it: with a decimal point, Indian or Western groups, and for money a currency sign.
 * What may mean two numbers is refused with both, never guessed. Source: docs/product.md P165.
 */
export function readNumber(text: string, kind: NumberKind = decimal): ReadNumber {
  const trimmed = cleanedText(text);
  if (trimmed === '') return { value: null };
  if (trimmed.length > maxLength) return { problem: null };
  const [, sign = '', rest = ''] = /^([-+\u2212]?)\s*(.*)$/s.exec(trimmed) ?? [];
  const body = kind.isMoney ? (moneyAround.exec(rest)?.[1] ?? rest) : rest;
  const minus = sign === '-' || sign === '\u2212' ? '-' : '';
  const readings = readingsOf(body, kind.decimals ?? Infinity);
  if (readings.length > 1) {
    const [first, second] = readings.map((one) => minus + one);
    return { problem: `“${trimmed}” could mean ${first} or ${second}. Please write one of them.` };
  }
  const [only] = readings;
  if (only === undefined) {
    const hasExponent = /^[\d.,]+e[-+]?\d+$/i.test(body);
    return { problem: hasExponent ? `“${trimmed}” has an exponent. Please write the number out.` : null };
  }
  if (only.replace(/^[0.]+/, '').replace('.', '').length > maxDigits)
    return { problem: `“${trimmed}” has more than ${maxDigits} digits. Please check the number.` };
  return { value: Number(minus + only) || 0 };
}

/** Returns all numbers that a text could mean, as plain texts. */
function readingsOf(body: string, decimals: number): string[] {
  const [before = '', after = ''] = body.split('.');
  if (plain.test(body)) {
    // If the field takes no thousandths, 12.345 has a decimal too many, or it is 12,345 as written in much of Europe.
    const mayBeGroup = decimals < 3 && after.length === 3 && /^[1-9]\d{0,2}$/.test(before);
    return mayBeGroup ? [before + after, body] : [body];
  }
  const joined = body.replaceAll(/[, ]/g, '');
  if (westernGroups.test(body)) {
    // If the field takes thousandths, one comma before three digits may also be a decimal comma.
    const mayBeDecimal = decimals > 2 && /^\d+,\d{3}$/.test(body);
    return mayBeDecimal ? [joined, body.replace(',', '.')] : [joined];
  }
  if (indianGroups.test(body)) return [joined];
  if (/^\d*,\d+$/.test(body)) return [body.replace(/^,/, '0,').replace(',', '.'), String(BigInt(joined))];
  // Points between groups, as in 1.000,50 and 1.234.567.
  const european = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/.exec(body);
  if (!european) return [];
  const [, groups = '', cents] = european;
  const [head = '', ...others] = groups.split('.');
  return [
    head + others.join('') + (cents === undefined ? '' : `.${cents}`),
    `${head}.${others.join('')}${cents ?? ''}`,
  ];
}

/** Returns a text with Latin digits and plain spaces, without invisible characters. */
export function cleanedText(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/\p{Nd}/gu, (character) => {
      const code = character.charCodeAt(0);
      const zero = zeros.find((first) => code >= first && code < first + 10);
      return zero === undefined ? character : String(code - zero);
    });
}

/** The value of a number field: the text itself while it has no single reading. */
export const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Formats a number as its field shows it: with Indian grouping if a comma cannot mean anything else, money with two decimals or none. */
export function writeNumber(value: number, { decimals = Infinity, isMoney = false }: NumberKind = decimal): string {
  return value.toLocaleString('en-IN', {
    useGrouping: decimals < 3,
    minimumFractionDigits: isMoney && !Number.isInteger(value) ? 2 : 0,
    maximumFractionDigits: 20,
  });
}
