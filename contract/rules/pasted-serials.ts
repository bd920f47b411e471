import { cleanSerial, saysSerial } from './typed-text.ts';

/** A comma separates only before a space, because a serial number may contain one. Source: docs/decisions/525. */
const separators = /[\t\n\v\f\r\u2028\u2029;]+|,\s+/;

/** Returns the serial numbers of a pasted column, row or sentence, each as it would be stored; empty if it names none. */
export function pastedSerials(text: string): string[] {
  return text.split(separators).map(cleanSerial).filter(saysSerial);
}
