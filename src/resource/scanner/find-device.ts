import type { DeviceRecord } from '#contract/replica.ts';
import { readScan } from '#contract/rules/qr-link.ts';

/** What a label or a typed text led to. */
export interface Found {
  /** The device of the own hospital, when this device knows it. */
  device: DeviceRecord | undefined;
  /** What was read, empty for a label that names a product and no device. */
  serialNumber: string;
  /** Set when the label names another hospital than the user's. */
  otherHospitalId: string | undefined;
}

/** Finds the device of a scanned or typed text: by the text as it stands, else by the serial in the link or GS1 label. */
export function findScanned(
  view: { deviceBySerial(serialNumber: string): DeviceRecord | undefined },
  text: string,
  hospitalId: string | undefined,
): Found {
  const typed = text.trim();
  const exact = view.deviceBySerial(typed);
  if (exact) return { device: exact, serialNumber: exact.serialNumber, otherHospitalId: undefined };
  const scan = readScan(text);
  const serialNumber = scan.serialNumber ?? '';
  const named = scan.kind === 'device-link' ? scan.hospitalId : undefined;
  const otherHospitalId = named !== hospitalId ? named : undefined;
  const device = serialNumber === '' || otherHospitalId !== undefined ? undefined : view.deviceBySerial(serialNumber);
  return { device, serialNumber, otherHospitalId };
}
