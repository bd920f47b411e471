/** Characters in the order of their check values. Source: ANSI/HIBC 2.6. */
const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';

/** Length of the date before a serial, by the digit that indicates its format. Units: characters after that digit. */
const dayLengths: Readonly<Record<string, number>> = { 2: 6, 3: 6, 4: 8, 5: 5, 6: 7, 7: 0 };

/** A labeller, a product number and a unit of measure. */
const primary = /^[A-Z][A-Z0-9]{3}[A-Z0-9]{1,18}\d$/;

/**
 * Reads the serial of a label by the Health Industry Bar Code standard (HIBC), or null if the text is not such a label:
 * it must begin with a plus sign, name a product, a serial or both, and have the right check character, so that plain
 * serials stay serials. Source: ANSI/HIBC 2.6.
 */
export function readHibc(text: string): { readonly serialNumber?: string } | null {
  if (!text.startsWith('+')) return null;
  // A space as the check character is lost with the space around a scanned text.
  const whole = [text, `${text} `].find(hasValidCheck);
  if (whole === undefined) return null;
  const [first = '', ...others] = whole.slice(1, -1).split('/');
  // A second label, next to the product's, ends with the product's check character.
  const parts = first.startsWith('$') ? [first.slice(0, -1), ...others] : others;
  if (parts === others && !primary.test(first)) return null;
  const serialNumber = parts.map(serialOf).find((serial) => serial !== '');
  return serialNumber === undefined ? {} : { serialNumber };
}

function hasValidCheck(text: string): boolean {
  const values = [...text].map((character) => characters.indexOf(character));
  const check = values.pop();
  return !values.includes(-1) && values.reduce((sum, value) => sum + value, 0) % characters.length === check;
}

/** Returns the serial in one part of a label; empty if the part contains something else. */
function serialOf(part: string): string {
  const written = /^(\$\$\+|\$\+|S)(.+)$/.exec(part);
  const [, mark = '', value = ''] = written ?? [];
  return mark === '$$+' ? afterDay(value) : value;
}

/** A month and year have no format digit: the month begins with 0 or 1. */
function afterDay(value: string): string {
  const length = /^[01]/.test(value) ? 4 : 1 + (dayLengths[value.charAt(0)] ?? Number.NaN);
  return /^\d+$/.test(value.slice(0, length)) ? value.slice(length) : '';
}
