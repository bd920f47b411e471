import { maxLogoBytes } from '#contract/calls/hospital-logo.ts';
import { headOf, mimeOfContent } from './photo.ts';

/** A picked file that cannot be a logo; the message is the reason. */
export class LogoRefused extends Error {}

const notDrawn = 'This browser cannot show the picture. Please choose another one.';

/** Largest size of a logo: sharp in print at 14 mm, three times as wide as high. Units: px. */
const box = { width: 480, height: 160 };

/** From the best to the smallest: drawings fit as PNG, photos as JPEG. */
const ways = [
  { scale: 1, type: 'image/png' },
  { scale: 1, type: 'image/jpeg', quality: 0.85 },
  { scale: 0.75, type: 'image/jpeg', quality: 0.7 },
  { scale: 0.5, type: 'image/jpeg', quality: 0.5 },
] as const;

const types: ReadonlySet<string | null> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** Computes a logo's size so that it fits into the box; a smaller one keeps its size. */
export function logoSize(width: number, height: number, scale: number): { width: number; height: number } {
  const factor = Math.min(1, (box.width * scale) / width, (box.height * scale) / height);
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/**
 * Draws a picked picture as a logo: on white, at most 20 kB, without metadata; returns it as base64. Throws:
 * LogoRefused for a file of another type, and for one that the browser cannot draw.
 */
export async function drawLogo(file: File): Promise<string> {
  if (!types.has(mimeOfContent(await headOf(file))))
    throw new LogoRefused('Please choose a PNG, JPEG or WebP picture.');
  const bitmap = await createImageBitmap(file).catch((error: unknown) => {
    throw new LogoRefused(notDrawn, { cause: error });
  });
  try {
    for (const way of ways) {
      const drawn = await encoded(bitmap, way);
      if (drawn && drawn.size <= maxLogoBytes) return await base64Of(drawn);
    }
  } finally {
    bitmap.close();
  }
  throw new LogoRefused(notDrawn);
}

function encoded(bitmap: ImageBitmap, way: (typeof ways)[number]): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, logoSize(bitmap.width, bitmap.height, way.scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, way.type, 'quality' in way ? way.quality : undefined);
  });
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}
