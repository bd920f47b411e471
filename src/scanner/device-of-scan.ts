import { useCallback } from 'react';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { Scan } from '#contract/rules/qr-link.ts';
import { useEngine, useSignedIn } from '#ui/engine/engine-provider.tsx';

/** What a label refers to in the user's own hospital. */
export type Scanned =
  | { readonly kind: 'device'; readonly serialNumber: string; readonly device: DeviceRecord }
  /** A serial number that this tablet knows no device of. */
  | { readonly kind: 'unknown'; readonly serialNumber: string }
  | { readonly kind: 'other-hospital'; readonly serialNumber: string; readonly hospitalId: string }
  /** The label names a product and no device. */
  | { readonly kind: 'no-serial' };

type OtherHospital = Extract<Scanned, { kind: 'other-hospital' }>;

/** What a label says that names another hospital than the user's own; null for any other. */
export function otherHospitalOf(scan: Scan, hospitalId: string | undefined): OtherHospital | null {
  return scan.kind === 'device-link' && scan.hospitalId !== undefined && scan.hospitalId !== hospitalId
    ? { kind: 'other-hospital', serialNumber: scan.serialNumber, hospitalId: scan.hospitalId }
    : null;
}

/**
 * The one rule from a scan to a device: a label that names another hospital never matches a device of the user's own;
 * otherwise the text itself is looked up, then the serial number in the link or GS1 label.
 */
export function deviceOfScan(
  scan: Scan,
  view: { deviceBySerial(serialNumber: string): DeviceRecord | undefined },
  hospitalId: string | undefined,
): Scanned {
  const theirs = otherHospitalOf(scan, hospitalId);
  if (theirs) return theirs;
  const { serialNumber = '' } = scan;
  const device = view.deviceBySerial(scan.raw) ?? (serialNumber === '' ? undefined : view.deviceBySerial(serialNumber));
  if (device) return { kind: 'device', serialNumber: device.serialNumber, device };
  return serialNumber === '' ? { kind: 'no-serial' } : { kind: 'unknown', serialNumber };
}

/** Why a scan matches no device of the user's hospital, as a sentence for the user. */
export function scanProblem(scanned: Exclude<Scanned, { kind: 'device' }>): string {
  if (scanned.kind === 'no-serial') return 'This label names a product, not a device: it carries no serial number.';
  return scanned.kind === 'other-hospital'
    ? `This label (${scanned.serialNumber}) belongs to another hospital, so it was not used.`
    : `No device with serial number ${scanned.serialNumber} is known on this tablet.`;
}

/** The rule for the hospital of the session and what this tablet holds now. */
export function useDeviceOfScan(): (scan: Scan) => Scanned {
  const engine = useEngine();
  const { hospital } = useSignedIn();
  return useCallback((scan) => deviceOfScan(scan, engine.view(), hospital?.id), [engine, hospital?.id]);
}
