import { headOf, mimeOfContent } from '#ui/platform/photo.ts';
import { readCodes, readQr } from './detector.ts';

export type ImageRead =
  /** The distinct texts in the picture, largest codes first. */
  | { outcome: 'read'; texts: readonly string[] }
  /** One QR code, read without the label reader; the picture may have further codes, which only that reader finds. */
  | { outcome: 'one-qr'; text: string }
  | { outcome: 'no-code' }
  | { outcome: 'empty' }
  | { outcome: 'heic' }
  | { outcome: 'not-an-image' }
  | { outcome: 'no-decoder' };

/** One way to present the picture to the decoder. Units: longest side in pixels, angle in degrees. */
interface View {
  longestPx: number;
  turnDegrees: number;
}

/** Most photos decode in the first view; a tilted 1-D code needs rotation, a small code the full size. */
const views: readonly View[] = [
  ...[0, 15, -15, 30, -30].map((turnDegrees) => ({ longestPx: 1_600, turnDegrees })),
  { longestPx: 4_000, turnDegrees: 0 },
];

/** White border that decoders need and cropped labels lack, as a share of the longest side. */
const quietShare = 0.06;

/**
 * Reads every label in a picture or photo, because the first one found may not be the intended one. If the label reader
 * cannot be loaded, html5-qrcode looks for a QR code.
 */
export async function readImage(file: Blob): Promise<ImageRead> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return { outcome: await unreadableKind(file) };
  try {
    const texts = new Set<string>();
    for (const view of views) {
      for (const { text } of await readCodes(drawOnWhite(bitmap, view))) texts.add(text);
    }
    return texts.size === 0 ? { outcome: 'no-code' } : { outcome: 'read', texts: [...texts] };
  } catch {
    // html5-qrcode misses many codes that are exactly upright, so it also gets the rotated views.
    for (const view of views) {
      const text = await readQr(drawOnWhite(bitmap, view)).catch(() => undefined);
      if (text !== undefined) return { outcome: 'one-qr', text };
    }
    return { outcome: 'no-decoder' };
  } finally {
    bitmap.close();
  }
}

/** Says why this browser cannot draw a file; Safari draws HEIC, other browsers do not. */
async function unreadableKind(file: Blob): Promise<'empty' | 'heic' | 'not-an-image'> {
  if (file.size === 0) return 'empty';
  const head = await headOf(file).catch(() => new Uint8Array());
  return mimeOfContent(head) === 'image/heic' ? 'heic' : 'not-an-image';
}

function drawOnWhite(bitmap: ImageBitmap, { longestPx, turnDegrees }: View): HTMLCanvasElement {
  const scale = Math.min(1, longestPx / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const turn = (turnDegrees * Math.PI) / 180;
  const [across, along] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const border = Math.ceil(Math.max(width, height) * quietShare);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * across + height * along) + 2 * border;
  canvas.height = Math.ceil(width * along + height * across) + 2 * border;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser does not provide a 2D canvas.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate(turn);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  return canvas;
}
