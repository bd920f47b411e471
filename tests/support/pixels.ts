import type { Locator, Page } from '@playwright/test';

/** A rectangle of the screen. Units: CSS pixels from the top left corner. */
export interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How two pictures of the same place differ. Units: pixels. */
export interface Difference {
  /** Pixels whose colour changed. */
  changed: number;
  /** Pixels whose contrast between both pictures is at least 3:1. Source: WCAG 2.2, 1.4.11. */
  clear: number;
}

/** Compares two PNG pictures of the same size; runs in the page. */
async function compare([one, other]: readonly [string, string]): Promise<Difference> {
  const read = async (png: string) => {
    const bytes = Uint8Array.from(atob(png), (character) => character.codePointAt(0) ?? 0);
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0);
    return context?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray();
  };
  const [a, b] = [await read(one), await read(other)];
  const part = (value: number) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = (data: Uint8ClampedArray, at: number) =>
    0.2126 * part(data[at] ?? 0) + 0.7152 * part(data[at + 1] ?? 0) + 0.0722 * part(data[at + 2] ?? 0) + 0.05;
  let [changed, clear] = [0, 0];
  for (let at = 0; at < Math.min(a.length, b.length); at += 4) {
    if (a[at] === b[at] && a[at + 1] === b[at + 1] && a[at + 2] === b[at + 2]) continue;
    changed += 1;
    const [first, second] = [light(a, at), light(b, at)];
    if (Math.max(first, second) / Math.min(first, second) >= 3) clear += 1;
  }
  return { changed, clear };
}

/** Takes and compares pictures of a page. */
export interface Pixels {
  /** Takes a screenshot of a place. */
  take(clip: Clip): Promise<string>;
  compare(one: string, other: string): Promise<Difference>;
}

/** Opens a blank page that reads the pictures: the app's own page refuses foreign ones. */
export async function openPixels(page: Page): Promise<Pixels> {
  const reader = await page.context().newPage();
  return {
    take: async (clip) => (await page.screenshot({ clip, caret: 'hide' })).toString('base64'),
    compare: (one, other) => reader.evaluate(compare, [one, other] as const),
  };
}

/** Returns an element's rectangle with `margin` around it, limited to the window. Throws: if it is not drawn. */
export async function clipOf(page: Page, part: Locator, margin = 0): Promise<Clip> {
  const box = await part.boundingBox();
  const size = page.viewportSize();
  if (!box || !size) throw new Error(`${part.toString()} is not drawn.`);
  const [x, y] = [Math.max(0, Math.floor(box.x - margin)), Math.max(0, Math.floor(box.y - margin))];
  const width = Math.min(size.width, Math.ceil(box.x + box.width + margin)) - x;
  const height = Math.min(size.height, Math.ceil(box.y + box.height + margin)) - y;
  return { x, y, width, height };
}
