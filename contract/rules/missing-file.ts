import type { MissingReason } from '../records/values.ts';

/** Returns the files whose bytes were kept when the fact was saved. Source: docs/product.md P200. */
export function keptFiles<File extends { missing?: MissingReason | undefined }>(files: readonly File[]): File[] {
  return files.filter(({ missing }) => missing === undefined);
}
