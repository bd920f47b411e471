/** Width and height of a thumbnail, in device pixels of a high-resolution screen. */
export const sidePx = 112;

/** Draws the middle of a picture. Throws: if the browser cannot read it. */
export async function drawMiddle(canvas: HTMLCanvasElement, bytes: Blob): Promise<void> {
  const bitmap = await createImageBitmap(bytes);
  const side = Math.min(bitmap.width, bitmap.height);
  const [x, y] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  canvas.getContext('2d')?.drawImage(bitmap, x, y, side, side, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}

/** The browser cannot draw the picture. */
export class NotDrawn extends Error {}

/** Compression of a small copy, which is then about 4 kB. */
const quality = 0.8;

/** Returns the middle of a picture in the size of a thumbnail, as JPEG in base64. Throws: NotDrawn. */
export async function smallCopy(bytes: Blob): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = sidePx;
  canvas.height = sidePx;
  try {
    await drawMiddle(canvas, bytes);
  } catch (error) {
    throw new NotDrawn('The picture could not be drawn.', { cause: error });
  }
  return canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? '';
}
