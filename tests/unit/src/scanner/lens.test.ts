import { describe, expect, it } from 'vitest';
import { findLens } from '#ui/scanner/lens.ts';

const front = { id: '1', label: 'camera2 1, facing front' };
const main = { id: '2', label: 'camera2 0, facing back' };
const wide = { id: '3', label: 'camera2 2, facing back' };
const macro = { id: '4', label: 'Rückkamera' };

const fixed = { focusMode: ['manual'] };
const far = { focusMode: ['continuous'], focusDistance: { min: 0.3, max: 10 } };
const near = { focusMode: ['continuous', 'single-shot'], focusDistance: { min: 0.1, max: 10 } };

/** Opens the browser's choice, then others as `findLens` asks for them. */
async function choose(first: typeof main, capabilitiesOf: Readonly<Record<string, object>>) {
  const tried: string[] = [];
  const chosen = await findLens(
    { camera: first, capabilities: capabilitiesOf[first.id] ?? {} },
    [front, main, wide, macro],
    async ({ id }) => {
      tried.push(id);
      return capabilitiesOf[id];
    },
  );
  return { chosen, tried };
}

describe('The default lens for reading labels', () => {
  it("is the browser's choice if that focuses near by itself, and no other camera is opened", async () => {
    expect(await choose(main, { 2: near, 3: near })).toEqual({ chosen: main, tried: [] });
  });

  it("is the browser's choice if the browser reports nothing about focus", async () => {
    expect(await choose(main, {})).toEqual({ chosen: main, tried: [] });
  });

  it('is the first other back camera that focuses near by itself, never the front camera', async () => {
    expect(await choose(wide, { 1: near, 2: near, 3: fixed, 4: near })).toEqual({ chosen: main, tried: ['2'] });
    expect(await choose(main, { 2: far, 3: fixed, 4: near })).toEqual({ chosen: macro, tried: ['3', '4'] });
  });

  it('is the best available if none is good', async () => {
    expect((await choose(wide, { 2: far, 3: fixed, 4: fixed })).chosen).toEqual(main);
    expect((await choose(main, { 2: { ...far, focusDistance: { min: 0.5 } }, 3: far, 4: fixed })).chosen).toEqual(wide);
  });

  it('is not a camera that cannot be opened', async () => {
    expect(await choose(main, { 2: fixed })).toEqual({ chosen: main, tried: ['3', '4'] });
  });
});
