import type * as z from 'zod/mini';
import { errorCatalogue } from '#contract/errors.ts';
import { type fileRef, maxFileBytes, maxTextLength } from '#contract/fields.ts';
import { endOfText } from '#contract/rules/cut-text.ts';
import { heicBrands } from '#contract/rules/heic-brands.ts';
import { tellCrash } from './crashes.ts';
import { scalePhoto } from './scale-photo.ts';
import { withoutDescriptions } from './strip-heic.ts';
import { withoutMetadata } from './strip-jpeg.ts';

/** Number of bytes that identify a file's type. */
const headBytes = 16;

type FileRef = z.output<typeof fileRef>;

/** How long a photo may take to be scaled; the slowest tablets need a few seconds for 48 megapixels. Units: ms. */
export const scalingLimitMs = 30_000;

/** Brands of HEIC-like pictures that the server does not accept, so that they must be converted in the browser. */
const otherBrands: ReadonlySet<string> = new Set(['heif', 'hevm', 'hevs']);

const refusals = {
  'file.empty': 'The file is empty.',
  'file.stalled': 'The photo could not be prepared in 30 seconds. Please choose it again.',
  'file.damaged': 'This browser cannot show the picture. The file may be damaged. Please take the photo again.',
  'file.not_shown': 'This browser cannot show this kind of HEIC picture. Please save it as JPEG and choose it again.',
  'file.too_large': errorCatalogue['file.too_large'].text,
  'file.wrong_type': errorCatalogue['file.wrong_type'].text,
};

/** A picked file that cannot be attached; the message is the reason. */
export class FileRefused extends Error {
  readonly code: keyof typeof refusals;
  constructor(code: keyof typeof refusals) {
    super(refusals[code]);
    this.name = 'FileRefused';
    this.code = code;
  }
}

/**
 * Prepares a picked file for the outbox: photos are scaled to 2000 px and re-encoded as JPEG, which removes their
 * location; PDFs stay as they are. If this browser cannot draw a picture, HEIC and JPEG are sent without their
 * metadata. Throws: FileRefused for an empty or damaged file, another type, more than 10 MB or a photo that takes too
 * long; the reason of `leave` once that is aborted; the browser's error for a file that it cannot read.
 */
export async function preparePhoto(file: File, leave?: AbortSignal): Promise<{ ref: FileRef; bytes: ArrayBuffer }> {
  if (file.size === 0) throw new FileRefused('file.empty');
  const head = await headOf(file);
  const mime = mimeOfContent(head);
  if (mime === null) throw new FileRefused('file.wrong_type');
  const scaled = mime === 'application/pdf' ? null : await asJpeg(file, leave);
  if (!scaled && mime === 'image/heic' && otherBrands.has(brandOf(head))) throw new FileRefused('file.not_shown');
  const result = scaled ?? (await undrawn(file, mime));
  if (result.size > maxFileBytes) throw new FileRefused('file.too_large');
  const bytes = await result.arrayBuffer();
  const name = scaled ? `${file.name.replace(/\.[^.]*$/, '')}.jpg` : file.name;
  const ref: FileRef = {
    sha256: hexadecimal(await crypto.subtle.digest('SHA-256', bytes)),
    size: bytes.byteLength,
    mime: scaled ? 'image/jpeg' : mime,
    name: endOfText(name, maxTextLength),
  };
  return { ref, bytes };
}

/** Returns a file to send without re-encoding it. Throws: FileRefused for a picture that would keep its metadata. */
async function undrawn(file: File, mime: FileRef['mime']): Promise<Blob> {
  if (mime === 'application/pdf') return file;
  if (mime === 'image/heic') {
    const still = withoutDescriptions(new Uint8Array(await file.arrayBuffer()));
    if (!still) throw new FileRefused('file.not_shown');
    return still;
  }
  const bare = mime === 'image/jpeg' ? withoutMetadata(new Uint8Array(await file.arrayBuffer())) : null;
  if (!bare) throw new FileRefused('file.damaged');
  return bare;
}

/** Reads the first bytes of a file, which identify its type. */
export async function headOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
}

/** Returns a HEIF file's brand, which says what kind of pictures it holds. */
const brandOf = (head: Uint8Array): string => String.fromCharCode(...head.subarray(8, 12));

/** Returns a file's type by its first bytes, or null if it cannot be attached. */
export function mimeOfContent(head: Uint8Array): FileRef['mime'] | null {
  const text = String.fromCharCode(...head.subarray(0, headBytes));
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  const brand = brandOf(head);
  return text.slice(4, 8) === 'ftyp' && (heicBrands.has(brand) || otherBrands.has(brand)) ? 'image/heic' : null;
}

/**
 * Scales a photo in a worker, because on the page it would wait for an idle moment, which a busy tablet may not have
 * for seconds. If the worker does not start, the page scales the photo.
 */
function asJpeg(file: Blob, leave?: AbortSignal): Promise<Blob | null> {
  const worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' });
  let limit: ReturnType<typeof setTimeout>;
  const scaled = new Promise<Blob | null>((resolve, reject) => {
    limit = setTimeout(() => reject(new FileRefused('file.stalled')), scalingLimitMs);
    leave?.addEventListener('abort', () => reject(leave.reason));
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | null>) => resolve(data));
    worker.addEventListener('error', ({ error }) => {
      tellCrash({ kind: 'worker', error });
      resolve(scalePhoto(file));
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    worker.postMessage(file);
  });
  return scaled.finally(() => {
    clearTimeout(limit);
    worker.terminate();
  });
}

function hexadecimal(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
