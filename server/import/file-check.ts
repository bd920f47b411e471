import { ImportRefused } from './refused.ts';

/** Source: docs/product.md P55. Units: bytes. */
export const maxRegisterBytes = 10 * 1024 * 1024;

const ZIP_SIGNATURE = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const CFB_SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/**
 * Which container a file is by its first bytes; its name is ignored.
 * Throws: ImportRefused file-empty, file-too-large, file-type. Source: docs/product.md P55.
 */
export function containerOf(file: Buffer): 'zip' | 'cfb' {
  if (file.length === 0) throw new ImportRefused('file-empty', 'The file is empty.');
  if (file.length > maxRegisterBytes) {
    throw new ImportRefused('file-too-large', 'The file is larger than 10 MB. Split it into several files.');
  }
  if (file.subarray(0, ZIP_SIGNATURE.length).equals(ZIP_SIGNATURE)) return 'zip';
  if (file.subarray(0, CFB_SIGNATURE.length).equals(CFB_SIGNATURE)) return 'cfb';
  throw notASpreadsheet();
}

/** The refusal of a file that is neither .xlsx nor .xls, whatever its name. */
export function notASpreadsheet(): ImportRefused {
  return new ImportRefused(
    'file-type',
    'The file is not an Excel workbook. Save it in Excel as .xlsx or .xls and upload it again.',
  );
}
