import { withoutJpegMetadata } from '#contract/rules/jpeg-metadata.ts';
import type { KeptPhoto } from './store.ts';

/** Largest photo that the server takes. Units: bytes. */
const mostBytes = 1024 * 1024;
/** Tried in order, until the photo is small enough. Units: px, JPEG quality. */
const sizes = [
  [1600, 0.8],
  [1200, 0.7],
  [800, 0.6],
] as const;

const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns a photo as a small JPEG without metadata; null if this browser cannot read it. */
export async function smallPhoto(file: Blob): Promise<KeptPhoto | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (const [longest, quality] of sizes) {
      const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
      const canvas = new OffscreenCanvas(
        Math.max(1, Math.round(picture.width * scale)),
        Math.max(1, Math.round(picture.height * scale)),
      );
      const context = canvas.getContext('2d');
      if (!context) return null;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const encoded = await canvas.convertToBlob({ type: 'image/jpeg', quality });
      if (encoded.size > mostBytes) continue;
      const plain = withoutJpegMetadata(new Uint8Array(await encoded.arrayBuffer()));
      if (!plain) return null;
      const bytes = new Uint8Array(plain).buffer;
      return { sha256: toHex(await crypto.subtle.digest('SHA-256', bytes)), bytes };
    }
    return null;
  } finally {
    picture.close();
  }
}
