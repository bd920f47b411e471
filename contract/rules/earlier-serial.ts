import { sameKey } from './text.ts';

/** Finds the device that had this serial number before it was corrected. One that has it now comes first: ask for that before. */
export function deviceByEarlierSerial<Device extends { readonly earlierSerials?: readonly string[] }>(
  serialNumber: string,
  devices: readonly Device[],
): Device | undefined {
  const key = sameKey(serialNumber);
  return devices.find(({ earlierSerials }) => earlierSerials?.some((earlier) => sameKey(earlier) === key));
}
