/** Kinds of items that describe a picture (Exif, XMP and other documents) instead of being part of it. */
const descriptions: ReadonlySet<string> = new Set(['Exif', 'mime', 'uri ']);

interface Box {
  type: string;
  /** The content, without the header. */
  from: number;
  to: number;
}

interface Extent {
  from: number;
  length: number;
}

/**
 * Overwrites the metadata of a HEIF file with zeros: places, times, cameras, persons. The picture, its colours and its
 * orientation, which is a property of the picture, stay. Null if the file cannot be understood, because it might then
 * keep them. Source: ISO/IEC 14496-12 and 23008-12.
 */
export function withoutDescriptions(heic: Uint8Array<ArrayBuffer>): Blob | null {
  const bytes = heic.slice();
  const view = new DataView(bytes.buffer);
  try {
    const boxes = boxesIn(view, 0, bytes.length);
    const has = (type: string) => boxes.some((box) => box.type === type);
    if (has('mdat') && !has('meta')) return null;
    for (const box of boxes) {
      if (box.type === 'meta') {
        for (const { from, length } of describedBy(view, box)) bytes.fill(0, from, from + length);
      }
      // After the 16 bytes of its name, such a box holds whatever a maker puts there, often XMP.
      if (box.type === 'uuid') bytes.fill(0, box.from + 16, box.to);
    }
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return new Blob([bytes], { type: 'image/heic' });
}

/** Lists the boxes in a part of a file; a truncated last one ends with the file. Throws: RangeError. */
function boxesIn(view: DataView, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const size = view.getUint32(at);
    const header = size === 1 ? 16 : 8;
    const length = size === 1 ? Number(view.getBigUint64(at + 8)) : size === 0 ? to - at : size;
    if (length < header) throw new RangeError('A box is shorter than its header.');
    boxes.push({ type: nameAt(view, at + 4), from: at + header, to: Math.min(at + length, to) });
    at += length;
  }
  return boxes;
}

const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)));

/** Returns where the descriptions of a file's pictures are. Throws: RangeError. */
function describedBy(view: DataView, meta: Box): Extent[] {
  const parts = boxesIn(view, meta.from + 4, meta.to);
  const part = (type: string) => parts.find((box) => box.type === type);
  const [names, places] = [part('iinf'), part('iloc')];
  if (!names) return [];
  const ids = descriptionIds(view, names);
  if (ids.size === 0) return [];
  if (!places) throw new RangeError('The file does not say where its items are.');
  return extentsOf(view, places, ids, part('idat')?.from);
}

/** Returns the ids of the items that describe pictures. */
function descriptionIds(view: DataView, { from, to }: Box): Set<number> {
  const first = from + (view.getUint8(from) === 0 ? 6 : 8);
  const ids = new Set<number>();
  for (const entry of boxesIn(view, first, to)) {
    const version = view.getUint8(entry.from);
    if (version < 2) throw new RangeError('The kinds of items are unknown.');
    const id = version === 2 ? view.getUint16(entry.from + 4) : view.getUint32(entry.from + 4);
    const type = nameAt(view, entry.from + (version === 2 ? 8 : 10));
    if (descriptions.has(type)) ids.add(id);
  }
  return ids;
}

/** Reads the extents of these items from an item location box. */
function extentsOf(view: DataView, { from }: Box, ids: ReadonlySet<number>, idat: number | undefined): Extent[] {
  const version = view.getUint8(from);
  let at = from + 4;
  const read = (size: number): number => {
    const place = at;
    at += size;
    if (size === 0) return 0;
    if (size === 2) return view.getUint16(place);
    if (size === 4) return view.getUint32(place);
    if (size === 8) return Number(view.getBigUint64(place));
    throw new RangeError('A number has an unknown size.');
  };
  const sizes = read(2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map((shift) => (sizes >> shift) & 15) as [
    number,
    number,
    number,
    number,
  ];
  const extents: Extent[] = [];
  for (let left = read(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const isWanted = ids.has(read(version < 2 ? 2 : 4));
    const method = version === 0 ? 0 : read(2) & 15;
    read(2);
    const base = read(baseSize);
    for (let more = read(2); more > 0; more -= 1) {
      if (version > 0) read(indexSize);
      const offset = base + read(offsetSize);
      const length = read(lengthSize);
      if (!isWanted) continue;
      const start = method === 0 ? 0 : method === 1 ? idat : undefined;
      if (start === undefined || length === 0) throw new RangeError('The place of an item is unknown.');
      extents.push({ from: start + offset, length });
    }
  }
  return extents;
}
