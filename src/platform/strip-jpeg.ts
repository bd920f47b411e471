/** JPEG markers. */
const start = 0xd8;
const end = 0xd9;
const startOfScan = 0xda;
const exif = 0xe1;

const exifName = 'Exif\0\0';

/**
 * Application segments that affect how the picture is drawn; all others may reveal where, when and by whom it was
 * taken.
 */
const drawingNames: Readonly<Record<number, string>> = { 0xe0: 'JFIF\0', 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' };

/**
 * Returns a JPEG, even a truncated one, without its metadata: places, times, cameras, persons, comments, previews and
 * anything after the picture. Colours and orientation stay. Null if the file holds no picture.
 */
export function withoutMetadata(jpeg: Uint8Array<ArrayBuffer>): Blob | null {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const kept: Uint8Array<ArrayBuffer>[] = [Uint8Array.of(0xff, start)];
  let hasScan = false;
  let at = 2;
  while (at + 1 < jpeg.length) {
    if (jpeg[at] !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === end) {
      kept.push(Uint8Array.of(0xff, end));
      break;
    }
    if (at + 4 > jpeg.length) break;
    const data = at + 4;
    const next = at + 2 + view.getUint16(at + 2);
    if (next < data) return null;
    if (next > jpeg.length) break;
    if (startsWith(jpeg, data, exifName) && marker === exif) kept.push(...wayUp(view, data + exifName.length, next));
    else if (isDrawing(jpeg, marker, data)) kept.push(jpeg.subarray(at, next));
    at = next;
    if (marker === startOfScan) {
      hasScan = true;
      at = endOfScan(jpeg, next);
      kept.push(jpeg.subarray(next, at));
    }
  }
  return hasScan ? new Blob(kept, { type: 'image/jpeg' }) : null;
}

function isDrawing(jpeg: Uint8Array, marker: number, data: number): boolean {
  if (marker >= 0xc0 && marker <= 0xdf) return true;
  const name = drawingNames[marker];
  return name !== undefined && startsWith(jpeg, data, name);
}

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
}

/** Finds the end of a scan's picture data: the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(jpeg: Uint8Array, from: number): number {
  for (let at = from; at + 1 < jpeg.length; at += 1) {
    if (jpeg[at] !== 0xff) continue;
    const marker = jpeg[at + 1] ?? 0;
    if (marker !== 0 && !(marker >= 0xd0 && marker <= 0xd7)) return at;
  }
  return jpeg.length;
}

/** Builds an Exif segment that holds only the orientation; empty if the old segment has none. */
function wayUp(view: DataView, tiff: number, next: number): Uint8Array<ArrayBuffer>[] {
  const orientation = orientationOf(new DataView(view.buffer, view.byteOffset + tiff, next - tiff));
  if (orientation === undefined) return [];
  const segment = new DataView(new ArrayBuffer(36));
  segment.setUint16(0, 0xff00 + exif);
  segment.setUint16(2, 34);
  [...exifName].forEach((letter, index) => segment.setUint8(4 + index, letter.charCodeAt(0)));
  segment.setUint32(10, 0x4d4d002a);
  segment.setUint32(14, 8);
  segment.setUint16(18, 1);
  segment.setUint16(20, orientationTag);
  segment.setUint16(22, 3);
  segment.setUint32(24, 1);
  segment.setUint16(28, orientation);
  return [new Uint8Array(segment.buffer)];
}

const orientationTag = 0x0112;

/** Reads the orientation from the first directory of an Exif block: 1 to 8. */
function orientationOf(tiff: DataView): number | undefined {
  try {
    const isLittle = tiff.getUint16(0) === 0x4949;
    const directory = tiff.getUint32(4, isLittle);
    const entries = tiff.getUint16(directory, isLittle);
    for (let entry = 0; entry < entries; entry += 1) {
      const at = directory + 2 + entry * 12;
      if (tiff.getUint16(at, isLittle) !== orientationTag) continue;
      const value = tiff.getUint16(at + 8, isLittle);
      return value >= 1 && value <= 8 ? value : undefined;
    }
  } catch {
    // The block is truncated.
  }
  return undefined;
}
