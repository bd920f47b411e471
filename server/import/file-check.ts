import type { ApiError } from '../problem.ts';
import { refused } from './refused.ts';

/**
 * Units: bytes.
 * Source: docs/product.md P55.
 */
export const maxRegisterBytes = 10 * 1024 * 1024;

const ZIP_SIGNATURE = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const CFB_SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/**
 * Which container a file is by its first bytes; its name is ignored.
 * Throws: ApiError. Source: docs/product.md P55.
 */
export function containerOf(file: Buffer): 'zip' | 'cfb' {
  if (file.length === 0) throw refused('The file is empty.');
  if (file.length > maxRegisterBytes) {
    throw refused('The file is larger than 10 MB. Split it into several files.', 'file.too_large');
  }
  if (file.subarray(0, ZIP_SIGNATURE.length).equals(ZIP_SIGNATURE)) return 'zip';
  if (file.subarray(0, CFB_SIGNATURE.length).equals(CFB_SIGNATURE)) return 'cfb';
  throw notASpreadsheet();
}

/** Returns the refusal of a file that is neither .xlsx nor .xls, regardless of its name. */
export function notASpreadsheet(): ApiError {
  return refused(
    'The file is not an Excel workbook. Save it in Excel as .xlsx or .xls and upload it again.',
    'file.wrong_type',
  );
}
