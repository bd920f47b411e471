const ascii = (text: string) => Buffer.from(text, 'latin1');

function segment(marker: number, ...data: Buffer[]): Buffer {
  const body = Buffer.concat(data);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** The metadata that a phone writes. Each text occurs in only one place. */
export const told = {
  camera: 'Pixel 8 of Asha',
  place: 'N 12 58 17, E 77 35 40',
  person: '<x:xmpmeta><dc:creator>Asha Rao</dc:creator></x:xmpmeta>',
  caption: 'Bed 4, Mr Menon',
  comment: 'Taken in ward 3',
} as const;

/**
 * Builds an Exif block (little endian) with camera, orientation and location: three entries and a directory for the
 * location.
 */
function exifOf(orientation: number): Buffer {
  const texts = [told.camera, told.place].map((text) => ascii(`${text}\0`));
  const tiff = Buffer.alloc(8 + 2 + 3 * 12 + 4 + 2 + 12 + 4);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  };
  const gpsAt = 8 + 2 + 3 * 12 + 4;
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(3, 8);
  entry(10, 0x0110, 2, told.camera.length + 1, tiff.length);
  entry(22, 0x0112, 3, 1, orientation);
  entry(34, 0x8825, 4, 1, gpsAt);
  tiff.writeUInt16LE(1, gpsAt);
  entry(gpsAt + 2, 0x001c, 2, told.place.length + 1, tiff.length + told.camera.length + 1);
  return Buffer.concat([ascii('Exif\0\0'), tiff, ...texts]);
}

/** Adds a phone's metadata to a JPEG, before its picture and, with a second picture, after it. */
export function asTakenByPhone(jpeg: Uint8Array, orientation = 6): Buffer {
  const about = Buffer.concat([
    segment(0xe1, exifOf(orientation)),
    segment(0xe1, ascii(`http://ns.adobe.com/xap/1.0/\0${told.person}`)),
    segment(0xed, ascii(`Photoshop 3.0\0${told.caption}`)),
    segment(0xfe, ascii(told.comment)),
  ]);
  const taken = Buffer.concat([jpeg.subarray(0, 2), about, jpeg.subarray(2)]);
  return Buffer.concat([taken, taken]);
}
