import { readScan } from '#contract/rules/qr-link.ts';
import type { WedgeReading } from './wedge.ts';

/** The possible meanings of a scan's keys: one text, or several to choose from. */
export interface LayoutReading {
  readonly texts: readonly string[];
  /** The scanner seems to use another keyboard layout than the tablet. */
  readonly isOtherLayout: boolean;
}

/** The characters on labels (Code 39, and most of Code 128). */
const labelText = /^[A-Z0-9 ./$%+_-]+$/i;
const beyondAscii = /[^ -~]/;
/** The characters that a French keyboard types for unshifted digits. */
const frenchDigits = /[&"'(]/;

/**
 * Compares a scan as typed in the tablet's keyboard layout with the same keys on a US keyboard, for which most scanners
 * are set. Our own links and GS1 labels are recognised; other texts are offered as a choice if the tablet's version
 * looks garbled or only the US version matches a device.
 */
export function readLayout(
  { text, usText }: Pick<WedgeReading<unknown>, 'text' | 'usText'>,
  isKnown: (text: string) => boolean,
): LayoutReading {
  const asShown = { texts: [text], isOtherLayout: false };
  // With Caps Lock on, both differ only in case.
  if (usText === undefined || usText.toLowerCase() === text.toLowerCase()) return asShown;
  const isStructured = readScan(usText).kind !== 'serial' && readScan(text).kind === 'serial';
  if (isStructured) return { texts: [usText], isOtherLayout: true };
  const isGarbled =
    labelText.test(usText) && (beyondAscii.test(text.replaceAll('\x1d', '')) || frenchDigits.test(text));
  return isGarbled || isKnown(usText) ? { texts: [usText, text], isOtherLayout: true } : asShown;
}
