/** Markers of a JPEG file. Source: ITU-T T.81, annex B. */
const marker = 0xff;
const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;
const firstApp = 0xe0;
const lastApp = 0xef;
/** Adobe's colour transform, without which colours change. */
const adobe = 0xee;

/** Whether a segment says something about the picture: EXIF, XMP, IPTC, colour profiles and comments. */
const isMetadata = (kind: number): boolean =>
  kind === comment || (kind > firstApp && kind <= lastApp && kind !== adobe);

/**
 * Returns a JPEG without its metadata and without anything after the picture; only JFIF (APP0) and Adobe's colour
 * transform (APP14) stay. A file without metadata is returned as it is. Null if it is not a JPEG that can be read.
 */
export function withoutJpegMetadata(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== marker || bytes[1] !== startOfImage) return null;
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  for (let at = 2; ;) {
    const kind = bytes[at + 1];
    if (bytes[at] !== marker || kind === undefined) return null;
    if (kind === endOfImage) {
      kept.push(bytes.subarray(at, at + 2));
      return joined(kept, bytes);
    }
    const length = ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
    if (length < 2 || at + 2 + length > bytes.length) return null;
    const end = kind === startOfScan ? endOfScan(bytes, at + 2 + length) : at + 2 + length;
    if (!isMetadata(kind)) kept.push(bytes.subarray(at, end));
    at = end;
  }
}

/** Finds the end of a scan's picture data: the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === marker && next !== 0 && next !== marker && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

function joined(parts: readonly Uint8Array[], whole: Uint8Array): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  if (size === whole.length) return whole;
  const clean = new Uint8Array(size);
  let to = 0;
  for (const part of parts) {
    clean.set(part, to);
    to += part.length;
  }
  return clean;
}
