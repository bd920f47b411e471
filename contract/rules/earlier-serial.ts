import { sameKey } from './text.ts';

/** Finds the device that had this serial number before a correction. A device that has it now takes precedence: look for that first. */
export function deviceByEarlierSerial<Device extends { readonly earlierSerials?: readonly string[] }>(
  serialNumber: string,
  devices: readonly Device[],
): Device | undefined {
  const key = sameKey(serialNumber);
  return devices.find(({ earlierSerials }) => earlierSerials?.some((earlier) => sameKey(earlier) === key));
}
