import { describe, expect, it } from 'vitest';
import { asTakenByPhone, told } from '#tests/support/camera-jpeg.ts';
import { withoutMetadata } from '#ui/platform/strip-jpeg.ts';

const bytes = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const segment = (marker: number, data: string) =>
  bytes(`\xff${String.fromCharCode(marker)}\0${String.fromCharCode(data.length + 2)}${data}`);

const jfif = segment(0xe0, 'JFIF\0\x01\x02');
const profile = segment(0xe2, 'ICC_PROFILE\0\x01\x01colours');
const tables = [...segment(0xdb, 'tables'), ...segment(0xc2, 'frame')];
/** Two scans, with a stuffed byte and a restart in the first. */
const first = [...segment(0xda, 'scan'), ...bytes('\x01\xff\0\x02\xff\xd3\x03')];
const second = [...segment(0xc4, 'codes'), ...segment(0xda, 'scan'), 4, 5];
const picture = [0xff, 0xd8, ...jfif, ...profile, ...tables, ...first, ...second, 0xff, 0xd9];
const wayUp = segment(0xe1, 'Exif\0\0MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0');

const strip = async (bytes: Iterable<number>) => {
  const bare = withoutMetadata(Uint8Array.from(bytes));
  return bare && [...new Uint8Array(await bare.arrayBuffer())];
};

describe('a JPEG without its metadata', () => {
  it('keeps the picture, its colours and its orientation, and nothing else', async () => {
    const taken = asTakenByPhone(Uint8Array.from(picture));
    for (const text of Object.values(told)) expect(taken.toString('latin1').split(text)).toHaveLength(3);
    expect(await strip(taken)).toEqual([0xff, 0xd8, ...wayUp, ...picture.slice(2)]);
  });

  it('is unchanged if there was none', async () => {
    expect(await strip(picture)).toEqual(picture);
  });

  it.each([
    ['in the picture data', picture.slice(0, -3)],
    ['in the middle of a marker', [...picture.slice(0, -2), 0xff]],
  ])('is unchanged if it ends %s', async (_, cut) => {
    expect(await strip(cut)).toEqual(cut);
  });

  it.each([
    ['only its first bytes', [0xff, 0xd8, 0xff, 0xe0]],
    ['an end before the picture', asTakenByPhone(Uint8Array.from(picture)).subarray(0, 150)],
    ['no segments', [0xff, 0xd8, 0xff, 0xe1, 0, 0, 1, 2]],
    ['text behind its start', [0xff, 0xd8, ...bytes('Exif')]],
  ])('is refused with %s', async (_, bytes) => {
    expect(await strip(bytes)).toBeNull();
  });

  it.each([0, 9, 255])('ignores an orientation of %i', async (orientation) => {
    expect(await strip(asTakenByPhone(Uint8Array.from(picture), orientation))).toEqual(picture);
  });

  it('treats a truncated Exif block as one without an orientation', async () => {
    const cut = [0xff, 0xd8, ...segment(0xe1, 'Exif\0\0II*\0\x08\0\0\0\xff'), ...picture.slice(2)];
    expect(await strip(cut)).toEqual(picture);
  });
});
