import { installDetector, largestCode } from './detector.ts';
import { type Read, scanFormats, toScanFormat } from './formats.ts';

export type ImageRead =
  | { outcome: 'read'; read: Read }
  | { outcome: 'no-code' }
  | { outcome: 'not-an-image' }
  | { outcome: 'no-decoder' };

/** Longest sides tried in turn: the first is quick and enough for most photos. Units: pixels. */
const longestSidesPx = [1_600, 4_000];

/** White border that cropped labels lack and decoders need, as a share of the longest side. */
const quietShare = 0.06;

/** Reads the label on a chosen picture or photo. */
export async function readImage(file: Blob): Promise<ImageRead> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return { outcome: 'not-an-image' };
  try {
    const Detector = await installDetector();
    const detector = new Detector({ formats: [...scanFormats] });
    const longestPx = Math.max(bitmap.width, bitmap.height);
    const sizes = longestSidesPx.filter((_size, index) => index === 0 || longestPx > (longestSidesPx[index - 1] ?? 0));
    for (const size of sizes) {
      const code = largestCode(await detector.detect(drawOnWhite(bitmap, size)));
      const format = code && toScanFormat(code.format);
      if (format) return { outcome: 'read', read: { text: code.rawValue, format } };
    }
    return { outcome: 'no-code' };
  } catch {
    return { outcome: 'no-decoder' };
  } finally {
    bitmap.close();
  }
}

function drawOnWhite(bitmap: ImageBitmap, longestPx: number): HTMLCanvasElement {
  const scale = Math.min(1, longestPx / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const border = Math.ceil(Math.max(width, height) * quietShare);
  const canvas = document.createElement('canvas');
  canvas.width = width + 2 * border;
  canvas.height = height + 2 * border;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives no 2-D canvas.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, border, border, width, height);
  return canvas;
}
