import { heicBrands } from '#contract/rules/heic-brands.ts';

/** Types of files that may be attached. Source: docs/product.md P31. */
export type FileMime = 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic';

/** Returns the type of a file by its first bytes, regardless of its name; null if it may not be attached. */
export function fileTypeOf(bytes: Buffer): FileMime | null {
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to);
  if (text(0, 1024).includes('%PDF-')) return 'application/pdf';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp' && heicBrands.has(text(8, 12))) return 'image/heic';
  return null;
}
