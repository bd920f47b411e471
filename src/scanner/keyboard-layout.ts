import { readScan } from '#contract/rules/qr-link.ts';
import type { WedgeReading } from './wedge.ts';

/** What the keys of a scan may mean: one text, or those between which a person chooses. */
export interface LayoutReading {
  readonly texts: readonly string[];
  /** The scanner seems to be set to another keyboard than the tablet. */
  readonly isOtherLayout: boolean;
}

/** What labels are written in (Code 39, and what most of Code 128 uses). */
const labelText = /^[A-Z0-9 ./$%+_-]+$/i;
const beyondAscii = /[^ -~]/;
/** What the unshifted digits of a French keyboard write, where a label would have digits. */
const frenchDigits = /[&"'(]/;

/**
 * Compares what the tablet's keyboard layout made of a scan with what the keys mean on a US keyboard, to which most
 * scanners are set: our own links and GS1 labels are recognised, and other texts are offered for a choice where the
 * layout's version looks garbled or only the other one belongs to a device.
 */
export function readLayout(
  { text, usText }: Pick<WedgeReading<unknown>, 'text' | 'usText'>,
  isKnown: (text: string) => boolean,
): LayoutReading {
  const asShown = { texts: [text], isOtherLayout: false };
  // With Caps Lock on, both differ in case only.
  if (usText === undefined || usText.toLowerCase() === text.toLowerCase()) return asShown;
  const isStructured = readScan(usText).kind !== 'serial' && readScan(text).kind === 'serial';
  if (isStructured) return { texts: [usText], isOtherLayout: true };
  const isGarbled =
    labelText.test(usText) && (beyondAscii.test(text.replaceAll('\x1d', '')) || frenchDigits.test(text));
  return isGarbled || isKnown(usText) ? { texts: [usText, text], isOtherLayout: true } : asShown;
}
