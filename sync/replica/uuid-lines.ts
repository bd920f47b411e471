/** Packs ids of the usual form into 16 bytes each, and unpacks them into lines of text. */

const length = 36;
const bytesEach = 16;
/** The byte positions that are preceded by a dash. */
const dashes = new Set([4, 6, 8, 10]);
const dash = 0x2d;
const lineEnd = 0x0a;
const digits = new TextEncoder().encode('0123456789abcdef');
/** The value of each hexadecimal digit by character code; -1 for other characters. */
const noDigit = 0xff;
const values = new Uint8Array(128).fill(noDigit);
for (const [value, code] of digits.entries()) values[code] = value;

/** Returns the 16 bytes of each line, concatenated; null if a line has another form. */
export function uuidBytes(lines: readonly string[]): Uint8Array | null {
  const bytes = new Uint8Array(lines.length * bytesEach);
  let to = 0;
  for (const line of lines) {
    if (line.length !== length) return null;
    let at = 0;
    for (let within = 0; within < bytesEach; within += 1) {
      if (dashes.has(within)) {
        if (line.charCodeAt(at) !== dash) return null;
        at += 1;
      }
      const high = values[line.charCodeAt(at)] ?? noDigit;
      const low = values[line.charCodeAt(at + 1)] ?? noDigit;
      if (high === noDigit || low === noDigit) return null;
      bytes[to] = 16 * high + low;
      at += 2;
      to += 1;
    }
  }
  return bytes;
}

/** Returns the lines of `uuidBytes` in UTF-8, separated by line breaks. */
export function uuidLines(bytes: Uint8Array): Uint8Array {
  const lines = new Uint8Array(Math.max(0, (bytes.length / bytesEach) * (length + 1) - 1));
  let to = 0;
  for (let from = 0; from < bytes.length; from += 1) {
    const within = from % bytesEach;
    if (within === 0 && from > 0) {
      lines[to] = lineEnd;
      to += 1;
    }
    if (dashes.has(within)) {
      lines[to] = dash;
      to += 1;
    }
    const byte = bytes[from] ?? 0;
    lines[to] = digits[byte >> 4] ?? 0;
    lines[to + 1] = digits[byte & 15] ?? 0;
    to += 2;
  }
  return lines;
}
