const bytesPerMb = 1024 * 1024;

/** Formats a size as `4.2 MB`, `46 MB` or `5.6 GB`. */
export function megabytes(bytes: number): string {
  const mb = bytes / bytesPerMb;
  return mb >= 1024 ? `${(mb / 1024).toFixed(1)} GB` : `${mb.toFixed(mb < 10 ? 1 : 0)} MB`;
}
