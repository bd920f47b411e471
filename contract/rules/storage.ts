/** A megabyte as storage is counted and shown. Units: bytes. */
export const bytesPerMegabyte = 1024 * 1024;

/** What a hospital may store in files until its Admin says otherwise. Units: megabytes. */
export const defaultStorageMB = 10_000;

const numbers = new Intl.NumberFormat('en-IN');

/** How much of its storage a hospital uses, in words: `12 of 10,000 MB used`. */
export function storageText({ usedMB, quotaMB }: { usedMB: number; quotaMB: number }): string {
  return `${numbers.format(usedMB)} of ${numbers.format(quotaMB)} MB used`;
}
