/** The symbologies on device labels, by their Barcode Detection API names. */
export const scanFormats = ['qr_code', 'code_128', 'code_39', 'data_matrix'] as const;

export type ScanFormat = (typeof scanFormats)[number];

/** A code as read; GS1 text keeps its separator (\x1d). */
export interface Read {
  text: string;
  format: ScanFormat;
}

const linearFormats: ReadonlySet<ScanFormat> = new Set<ScanFormat>(['code_128', 'code_39']);

/** Returns whether a format lacks error correction, so that a single read may be wrong. */
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

/** Maps a decoder's format name to our format; undefined for formats we do not read. */
export function toScanFormat(name: string): ScanFormat | undefined {
  const lower = name.toLowerCase();
  return scanFormats.find((format) => format === lower) ?? variants[lower];
}
