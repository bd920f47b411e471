import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';

const marker = 'FRAME\n';

/**
 * Shows the first frame of a film (.y4m, made by makeLabelFilm) as the camera picture, in an engine without a fake
 * camera.
 */
export async function mockCamera(context: BrowserContext, film: string): Promise<void> {
  const bytes = readFileSync(film);
  const [, width = 0, height = 0] = (/W(\d+) H(\d+)/.exec(bytes.toString('latin1', 0, 100)) ?? []).map(Number);
  const from = bytes.indexOf(marker) + marker.length;
  const luma = bytes.subarray(from, from + width * height).toString('base64');
  await context.addInitScript(
    (picture) => {
      function paint(canvas: HTMLCanvasElement): void {
        const pixels = new ImageData(picture.width, picture.height);
        const grey = atob(picture.luma);
        for (let at = 0; at < grey.length; at += 1) pixels.data.fill(grey.charCodeAt(at), at * 4, at * 4 + 3);
        for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255;
        canvas.getContext('2d')?.putImageData(pixels, 0, 0);
      }
      // Set on the prototype, because WebKit may collect the `navigator.mediaDevices` object with everything set on it.
      MediaDevices.prototype.getUserMedia = async () => {
        const canvas = document.createElement('canvas');
        canvas.width = picture.width;
        canvas.height = picture.height;
        paint(canvas);
        // A canvas stream sends a frame only when the canvas has changed.
        const painting = setInterval(() => paint(canvas), 100);
        const stream = canvas.captureStream(10);
        for (const track of stream.getTracks()) track.addEventListener('ended', () => clearInterval(painting));
        return stream;
      };
    },
    { width, height, luma },
  );
}
