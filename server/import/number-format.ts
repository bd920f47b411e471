import * as XLSX from '@e965/xlsx';

/** How a text column reads the numbers of a format. */
export type FormatKind = 'digits' | 'shown' | 'date' | 'percentage';

const kinds = new Map<string, FormatKind>();

/**
 * Returns how a text column reads numbers of a format: by their digits (General, exponents, thousands separators), as
 * shown (digits and literals), or not at all. Source: docs/product.md P225.
 */
export function formatKind(format: string): FormatKind {
  const known = kinds.get(format);
  if (known !== undefined) return known;
  const kind = kindOf(format);
  kinds.set(format, kind);
  return kind;
}

function kindOf(format: string): FormatKind {
  if (isDateFormat(format)) return 'date';
  const placeholders = format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, '');
  if (placeholders.includes('%')) return 'percentage';
  const isGrouped = /[0#?],[0#?]/.test(placeholders);
  return placeholders === '@' || /^general$/i.test(format) || /e[+-]/i.test(placeholders) || isGrouped
    ? 'digits'
    : 'shown';
}

/** Returns whether a format shows a day or a time. */
export function isDateFormat(format: string): boolean {
  const is: unknown = XLSX.SSF.is_date(format);
  return is === true;
}

/**
 * Returns the text that a spreadsheet shows for a number; undefined for an unknown format. Formats of digits and
 * literals are handled here, because the library drops leading digits beyond the places of `0000-0000` and rounds large
 * numbers wrongly.
 */
export function shownNumber(value: number, format: string): string | undefined {
  const pattern = formatKind(format) === 'date' ? undefined : digitPattern(format, value);
  if (pattern) return fill(pattern, value);
  try {
    const shown: unknown = XLSX.SSF.format(format, value);
    return typeof shown === 'string' ? shown : undefined;
  } catch {
    return undefined;
  }
}

interface DigitPattern {
  /** The placeholders `0`, `#`, `?` and the decimal point, one per part; everything else is literal. */
  parts: { text: string; isLiteral: boolean }[];
  /** False if the format has a section for negative numbers, which supplies the sign itself. */
  showsSign: boolean;
}

const token =
  /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]|([0#?.])|([^[\],%@/;"\\])/gi;

/** Returns the section of a format that shows a number; undefined if it contains more than digits and literals. */
function digitPattern(format: string, value: number): DigitPattern | undefined {
  const sections = format.match(/(?:"[^"]*"|\\.|[_*].|[^;"\\])+|(?<=;|^)(?=;|$)/g) ?? [];
  const place = value < 0 && sections.length > 1 ? 1 : Number(value === 0 && sections.length > 2) * 2;
  const section = sections[place] ?? '';
  if (/general|e[+-]/i.test(section) || section.replaceAll(token, '') !== '') return undefined;
  const parts = [...section.matchAll(token)].map(([, quoted, escaped, currency, placeholder, other]) => ({
    text: placeholder ?? quoted ?? escaped ?? currency ?? other ?? '',
    isLiteral: placeholder === undefined,
  }));
  return { parts, showsSign: place === 0 && value < 0 };
}

function fill({ parts, showsSign }: DigitPattern, value: number): string {
  const point = parts.findIndex(({ text, isLiteral }) => !isLiteral && text === '.');
  const wholes = point < 0 ? parts : parts.slice(0, point);
  const fractions = point < 0 ? [] : parts.slice(point + 1);
  const decimals = fractions.filter(({ isLiteral }) => !isLiteral).length;
  const [digits = '', rest = ''] = rounded(Math.abs(value), decimals).split('.');
  const shown = fillWhole(wholes, digits) + (point < 0 ? '' : `.${fillFraction(fractions, rest)}`);
  return showsSign && /[1-9]/.test(digits + rest) ? `-${shown}` : shown;
}

/** Rounds the decimal number that people see, not its binary neighbour. */
function rounded(value: number, decimals: number): string {
  const moved = Number(`${value}e${decimals}`);
  const digits = Number.isInteger(value)
    ? BigInt(value).toString() + '0'.repeat(decimals)
    : BigInt(Math.round(Number.isNaN(moved) ? 0 : moved)).toString();
  const units = digits.padStart(decimals + 1, '0');
  return decimals === 0 ? units : `${units.slice(0, -decimals)}.${units.slice(-decimals)}`;
}

/** Fills places from the right; the first place takes all remaining digits. */
function fillWhole(parts: DigitPattern['parts'], digits: string): string {
  let left = digits === '0' ? '' : digits;
  const first = parts.findIndex(({ isLiteral }) => !isLiteral);
  let shown = '';
  for (let place = parts.length - 1; place >= 0; place -= 1) {
    const { text, isLiteral } = parts[place]!;
    if (isLiteral) shown = text + shown;
    else if (left === '') shown = (text === '0' ? '0' : '') + shown;
    else if (place === first) shown = left + shown;
    else {
      shown = left.slice(-1) + shown;
      left = left.slice(0, -1);
    }
  }
  return shown;
}

function fillFraction(parts: DigitPattern['parts'], digits: string): string {
  let at = 0;
  return parts
    .map(({ text, isLiteral }) => {
      if (isLiteral) return text;
      at += 1;
      return text !== '0' && /^0*$/.test(digits.slice(at - 1)) ? '' : (digits[at - 1] ?? '');
    })
    .join('');
}

/**
 * Returns whether a cell shows 0 as a dash or as nothing: an accounting zero counts as empty. Source: docs/product.md
 * P225.
 */
export function isHiddenZero(value: number, format: string): boolean {
  if (value !== 0 || /^general$/i.test(format)) return false;
  const shown = shownNumber(value, format);
  return shown !== undefined && !/\p{N}/u.test(shown);
}
