import type { MissingReason } from '../records/values.ts';

/** Returns the files whose bytes were stored when the record was saved. Source: docs/product.md P200. */
export function keptFiles<File extends { missing?: MissingReason | undefined }>(files: readonly File[]): File[] {
  return files.filter(({ missing }) => missing === undefined);
}
