import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';

const marker = 'FRAME\n';

/**
 * Shows the first picture of a film (.y4m, as of makeLabelFilm) in place of the camera, in an engine that has no film
 * of its own for that.
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
      // On the prototype: WebKit may collect the object of `navigator.mediaDevices` with all that was set on it.
      MediaDevices.prototype.getUserMedia = async () => {
        const canvas = document.createElement('canvas');
        canvas.width = picture.width;
        canvas.height = picture.height;
        paint(canvas);
        // A canvas gives a picture only when something has changed on it.
        const painting = setInterval(() => paint(canvas), 100);
        const stream = canvas.captureStream(10);
        for (const track of stream.getTracks()) track.addEventListener('ended', () => clearInterval(painting));
        return stream;
      };
    },
    { width, height, luma },
  );
}
