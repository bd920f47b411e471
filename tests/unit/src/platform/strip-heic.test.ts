import { expect, it } from 'vitest';
import { takenAsHeic } from '#tests/support/camera-heic.ts';
import { told } from '#tests/support/camera-jpeg.ts';
import { withoutDescriptions } from '#ui/platform/strip-heic.ts';

const secrets = [told.camera, told.place, told.person];

const strip = async (heic: Buffer): Promise<Buffer | null> => {
  const bare = withoutDescriptions(Uint8Array.from(heic));
  return bare && Buffer.from(await bare.arrayBuffer());
};

/** Returns a copy in which the first occurrence of a text is another one of the same length. */
const changed = (text: string, to: string): Buffer => {
  const copy = Buffer.from(takenAsHeic);
  copy.write(to, copy.indexOf(text), 'latin1');
  return copy;
};

it('a HEIC picture loses camera, place and person, and keeps every other byte', async () => {
  for (const secret of secrets) expect(takenAsHeic.includes(secret)).toBe(true);
  const bare = await strip(takenAsHeic);
  for (const secret of secrets) expect(bare?.includes(secret)).toBe(false);
  const [from, to] = [takenAsHeic.indexOf('II*\0'), takenAsHeic.indexOf(told.person) + told.person.length];
  const same = [...takenAsHeic].filter((byte, at) => byte === bare?.[at]).length;
  expect(bare).toHaveLength(takenAsHeic.length);
  expect(takenAsHeic.length - same).toBeGreaterThan(100);
  expect(takenAsHeic.length - same).toBeLessThanOrEqual(to - from + 10);
});

it('is refused or stripped wherever it is truncated', async () => {
  for (let length = 16; length < takenAsHeic.length; length += 1) {
    const bare = await strip(takenAsHeic.subarray(0, length));
    for (const secret of secrets) expect(bare?.includes(secret) ?? false, `cut at ${length}`).toBe(false);
  }
});

it('is refused if its metadata cannot be located', async () => {
  expect(await strip(changed('iloc', 'free'))).toBeNull();
  expect(await strip(changed('meta', 'free'))).toBeNull();
});
