/** Longest side of a photo that is sent. Units: px. Source: docs/product.md P34. */
const longestSidePx = 2000;
/** Keeps type plates readable at a fifth of the camera's file size. */
const jpegQuality = 0.85;

/** Computes a picture's size so that its longest side is at most 2000 px. */
export function scaledSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestSidePx / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Scales a picture down and encodes it as JPEG; null if this browser cannot read it (HEIC). Works in pages and workers.
 */
export async function scalePhoto(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  try {
    const { width, height } = scaledSize(bitmap.width, bitmap.height);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
  } finally {
    bitmap.close();
  }
}
