import { readScan, type Scan } from '#contract/rules/qr-link.ts';
import type { Scanned } from './device-of-scan.ts';

/**
 * Returns one text for each label in a picture, devices of the user's hospital first. A link and a serial number for
 * the same device count once.
 */
export function labelsOfPicture(texts: readonly string[], decide: (scan: Scan) => Scanned): string[] {
  const labels = new Map<string, { text: string; isDevice: boolean }>();
  for (const text of texts) {
    const scan = readScan(text);
    const scanned = decide(scan);
    const name = scanned.kind === 'no-serial' ? scan.raw : scanned.serialNumber;
    const key = JSON.stringify([scanned.kind, name, scanned.kind === 'other-hospital' && scanned.hospitalId]);
    if (!labels.has(key)) labels.set(key, { text, isDevice: scanned.kind === 'device' });
  }
  const found = [...labels.values()];
  return [...found.filter(({ isDevice }) => isDevice), ...found.filter(({ isDevice }) => !isDevice)].map(
    ({ text }) => text,
  );
}
