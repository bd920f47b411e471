/**
 * Brands of HEIF files that can be attached: those that contain HEVC pictures. Source: ISO/IEC 23008-12, and the registry of
 * MP4 brands.
 */
export const heicBrands: ReadonlySet<string> = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'mif1',
  'msf1',
]);
