/** A megabyte in storage figures. Units: bytes. */
export const bytesPerMegabyte = 1024 * 1024;

/** Default file quota of a hospital. Units: megabytes. */
export const defaultStorageMB = 10_000;

const numbers = new Intl.NumberFormat('en-IN');

/** Describes a hospital's storage use: `12 of 10,000 MB used`. */
export function storageText({ usedMB, quotaMB }: { usedMB: number; quotaMB: number }): string {
  return `${numbers.format(usedMB)} of ${numbers.format(quotaMB)} MB used`;
}
