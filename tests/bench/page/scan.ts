import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { readCodes } from '#ui/scanner/detector.ts';

prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) },
});

/** Size of the picture that the camera session passes to the decoder. Units: pixels. */
const decodeAreaPx = 700_000;

/** A frame for transfer: greyscale, one byte per pixel, in base64. */
export interface SentFrame {
  width: number;
  height: number;
  grey: string;
  text: string;
}

/** The result of reading one frame. */
export interface ScanRun {
  outcome: 'read' | 'wrong' | 'nothing';
  ms: number;
}

function canvasOf(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  draw(context);
  return canvas;
}

function pictureOf({ width, height, grey }: SentFrame): HTMLCanvasElement {
  const levels = atob(grey);
  const picture = new ImageData(width, height);
  for (let at = 0; at < width * height; at += 1) {
    picture.data.fill(levels.charCodeAt(at), 4 * at, 4 * at + 3);
    picture.data[4 * at + 3] = 255;
  }
  return canvasOf(width, height, (context) => context.putImageData(picture, 0, 0));
}

async function timed(text: string, read: () => Promise<string | undefined>): Promise<ScanRun> {
  const from = performance.now();
  const found = await read();
  const ms = performance.now() - from;
  return { outcome: found === undefined ? 'nothing' : found === text ? 'read' : 'wrong', ms };
}

/** Reads a frame as the app's camera does, and with plain zxing-wasm at full size. */
export async function scanPair(frame: SentFrame): Promise<{ ours: ScanRun; full: ScanRun }> {
  const picture = pictureOf(frame);
  const scale = Math.min(1, Math.sqrt(decodeAreaPx / (frame.width * frame.height)));
  const [width, height] = [Math.round(frame.width * scale), Math.round(frame.height * scale)];
  const ours = await timed(frame.text, async () => {
    const shown = canvasOf(width, height, (context) => context.drawImage(picture, 0, 0, width, height));
    return (await readCodes(shown))[0]?.text;
  });
  const full = await timed(frame.text, async () => {
    const pixels = picture.getContext('2d')!.getImageData(0, 0, frame.width, frame.height);
    const [found] = await readBarcodes(pixels, {
      formats: ['QRCode', 'Code128', 'Code39', 'DataMatrix'],
      textMode: 'Plain',
    });
    return found?.text;
  });
  return { ours, full };
}
