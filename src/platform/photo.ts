import type * as z from 'zod/mini';
import { errorCatalogue } from '#contract/errors.ts';
import { type fileRef, maxFileBytes, maxTextLength } from '#contract/fields.ts';

/** Longest side of a photo that is sent. Units: px. Source: docs/product.md P34. */
const longestSidePx = 2000;
/** Readable type plates at a fifth of the camera's bytes. */
const jpegQuality = 0.85;
/** Bytes that identify the type of a file. */
const headBytes = 16;

type FileRef = z.output<typeof fileRef>;

/** A picked file that cannot be attached, in the contract's words. */
export class FileRefused extends Error {
  readonly code: 'file.too_large' | 'file.wrong_type';
  constructor(code: FileRefused['code']) {
    super(errorCatalogue[code].text);
    this.name = 'FileRefused';
    this.code = code;
  }
}

/**
 * Makes a picked file ready to be queued: photos scaled to 2000 px and re-encoded as JPEG, which drops the place they
 * were taken at; PDF and what this browser cannot draw (HEIC) as they are.
 * Throws: FileRefused for another type of file or more than 10 MB.
 */
export async function preparePhoto(file: File): Promise<{ ref: FileRef; bytes: ArrayBuffer }> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const mime = mimeOfContent(head);
  if (mime === null) throw new FileRefused('file.wrong_type');
  const scaled = mime === 'application/pdf' ? null : await asJpeg(file);
  const result = scaled ?? file;
  if (result.size > maxFileBytes) throw new FileRefused('file.too_large');
  const bytes = await result.arrayBuffer();
  const name = scaled ? `${file.name.replace(/\.[^.]*$/, '')}.jpg` : file.name;
  const ref: FileRef = {
    sha256: hexadecimal(await crypto.subtle.digest('SHA-256', bytes)),
    size: bytes.byteLength,
    mime: scaled ? 'image/jpeg' : mime,
    name: name.slice(-maxTextLength),
  };
  return { ref, bytes };
}

/** Returns the type of a file by its first bytes, or null for one that cannot be attached. */
export function mimeOfContent(head: Uint8Array): FileRef['mime'] | null {
  const text = String.fromCharCode(...head.subarray(0, headBytes));
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (text.slice(4, 8) === 'ftyp' && /^(hei[cfmsx]|hev[cmsx]|mif1|msf1)/.test(text.slice(8, 12))) return 'image/heic';
  return null;
}

/** The size of a picture whose longest side is at most 2000 px. Units: px. */
export function scaledSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestSidePx / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function asJpeg(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  try {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, scaledSize(bitmap.width, bitmap.height));
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', jpegQuality);
    });
  } finally {
    bitmap.close();
  }
}

function hexadecimal(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
