import { installDetector, largestCode } from './detector.ts';
import { type Read, scanFormats, toScanFormat } from './formats.ts';

export type ImageRead =
  | { outcome: 'read'; read: Read }
  | { outcome: 'no-code' }
  | { outcome: 'not-an-image' }
  | { outcome: 'no-decoder' };

/** How the picture is shown to the decoder. Units: longest side in pixels, angle in degrees. */
interface View {
  longestPx: number;
  turnDegrees: number;
}

/** Most photos decode in the first view; a tilted 1-D code needs rotation, a small one the full size. */
const views: readonly View[] = [
  ...[0, 15, -15, 30, -30].map((turnDegrees) => ({ longestPx: 1_600, turnDegrees })),
  { longestPx: 4_000, turnDegrees: 0 },
];

/** White border that cropped labels lack and decoders need, as a share of the longest side. */
const quietShare = 0.06;

/** Reads the label on a chosen picture or photo. */
export async function readImage(file: Blob): Promise<ImageRead> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return { outcome: 'not-an-image' };
  try {
    const Detector = await installDetector();
    const detector = new Detector({ formats: [...scanFormats] });
    for (const view of views) {
      const code = largestCode(await detector.detect(drawOnWhite(bitmap, view)));
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
  if (!context) throw new Error('This browser gives no 2-D canvas.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate(turn);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  return canvas;
}
