/** The symbologies a device label may carry, in the names of the Barcode Detection API. */
export const scanFormats = ['qr_code', 'code_128', 'code_39', 'data_matrix'] as const;

export type ScanFormat = (typeof scanFormats)[number];

/** One code as it was read; GS1 text keeps its separator (\x1d). */
export interface Read {
  text: string;
  format: ScanFormat;
}

const linearFormats: ReadonlySet<ScanFormat> = new Set<ScanFormat>(['code_128', 'code_39']);

/** Returns whether a format has no error correction, so that one read of it may be wrong. */
export function isLinear(format: ScanFormat): boolean {
  return linearFormats.has(format);
}

const variants: Readonly<Record<string, ScanFormat>> = {
  qr_code_model_1: 'qr_code',
  qr_code_model_2: 'qr_code',
  code_39_standard: 'code_39',
  code_39_extended: 'code_39',
  code_32: 'code_39',
  pzn: 'code_39',
};

/** Names the family of a decoder's format, or nothing where the product does not read it. */
export function toScanFormat(name: string): ScanFormat | undefined {
  const lower = name.toLowerCase();
  return scanFormats.find((format) => format === lower) ?? variants[lower];
}
