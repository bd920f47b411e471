/** Normal forms in which typed, imported and scanned texts are stored. Source: docs/product.md P220 and P222. */

/** Format characters (the joiners apart), control characters that are no white space, and letters that are blank. */
const invisible = /[\u2800\u3164\u115f\u1160\uffa0]|(?![\u200c\u200d])\p{Cf}|(?!\s)\p{Cc}/gu;
/** Indian scripts, Persian and emoji need joiners, but only inside a word. */
const looseJoiners = /(^| )[\u200c\u200d]+|[\u200c\u200d]+(?= |$)/g;
const joiners = /[\u200c\u200d]/g;

/** Returns a text of one line: NFC, without invisible characters, each run of white space as one space. */
export const cleanLine = (text: string): string =>
  text.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').replace(looseJoiners, '$1').trim();

/** Returns a text of several lines, each normalized by `cleanLine`. */
export const cleanNote = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map(cleanLine)
    .join('\n')
    .trim();

/** Returns a serial number as one line without joiners. */
export const cleanSerial = (text: string): string => cleanLine(text.replace(joiners, ''));

/** Returns whether a serial number contains several lines or columns. */
export const hasLineBreak = (serial: string): boolean => /[\t\n\v\f\r\u2028\u2029]/.test(serial.trim());

/** Returns whether a serial number has a letter or digit; one without counts as missing. */
export const saysSerial = (serial: string): boolean => /[\p{L}\p{N}]/u.test(serial);
