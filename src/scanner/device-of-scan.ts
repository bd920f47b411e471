import { useCallback } from 'react';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { deviceByEarlierSerial } from '#contract/rules/earlier-serial.ts';
import type { Scan } from '#contract/rules/qr-link.ts';
import type { WardView } from '#ui/engine/engine.ts';
import { useEngine, useSignedIn } from '#ui/engine/engine-provider.tsx';

/** What a label refers to in the user's hospital. */
export type Scanned =
  | {
      readonly kind: 'device';
      readonly serialNumber: string;
      readonly device: DeviceRecord;
      /** The serial number that was read, if the device had it before a correction. */
      readonly earlier?: string;
    }
  /** A serial number that matches no device on this tablet. */
  | { readonly kind: 'unknown'; readonly serialNumber: string }
  | { readonly kind: 'other-hospital'; readonly serialNumber: string; readonly hospitalId: string }
  /** The label identifies a product, but not a single device. */
  | { readonly kind: 'no-serial' };

type OtherHospital = Extract<Scanned, { kind: 'other-hospital' }>;

/** Returns the other hospital that a label names; null if it names the user's hospital or none. */
export function otherHospitalOf(scan: Scan, hospitalId: string | undefined): OtherHospital | null {
  return scan.kind === 'device-link' && scan.hospitalId !== undefined && scan.hospitalId !== hospitalId
    ? { kind: 'other-hospital', serialNumber: scan.serialNumber, hospitalId: scan.hospitalId }
    : null;
}

/**
 * Finds the device for a scan: a label that names another hospital never matches; otherwise the text itself is looked
 * up, then the serial number in the link or GS1 label, then both among the serial numbers from before corrections.
 */
export function deviceOfScan(
  scan: Scan,
  view: Pick<WardView, 'deviceBySerial' | 'all'>,
  hospitalId: string | undefined,
): Scanned {
  const theirs = otherHospitalOf(scan, hospitalId);
  if (theirs) return theirs;
  const { serialNumber = '' } = scan;
  const device = view.deviceBySerial(scan.raw) ?? (serialNumber === '' ? undefined : view.deviceBySerial(serialNumber));
  if (device) return { kind: 'device', serialNumber: device.serialNumber, device };
  for (const earlier of [scan.raw, serialNumber]) {
    const corrected = earlier === '' ? undefined : deviceByEarlierSerial(earlier, view.all('device'));
    if (corrected) return { kind: 'device', serialNumber: corrected.serialNumber, device: corrected, earlier };
  }
  return serialNumber === '' ? { kind: 'no-serial' } : { kind: 'unknown', serialNumber };
}

/** Tells the user why a scan matches no device of their hospital. */
export function scanProblem(scanned: Exclude<Scanned, { kind: 'device' }>): string {
  if (scanned.kind === 'no-serial') return 'This label identifies a product, not a device: it has no serial number.';
  return scanned.kind === 'other-hospital'
    ? `This label (${scanned.serialNumber}) belongs to another hospital, so it was not used.`
    : `No device with serial number ${scanned.serialNumber} is known on this tablet.`;
}

/** Returns the sentence about a device that was found by a serial number from before a correction. */
export function earlierSerialWords(earlier: string): string {
  return `Found by its earlier serial ${earlier}.`;
}

/** Returns `deviceOfScan` for the session's hospital and the devices on this tablet. */
export function useDeviceOfScan(): (scan: Scan) => Scanned {
  const engine = useEngine();
  const { hospital } = useSignedIn();
  return useCallback((scan) => deviceOfScan(scan, engine.view(), hospital?.id), [engine, hospital?.id]);
}
