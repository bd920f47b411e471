import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

import { type GreyImage, type LabelFormat, makeLabelFilm } from '#tests/support/label-film.ts';

const gs1Text = '(01)09506000134352(10)ABC123(21)SER-77';
const gs1Read = '010950600013435210ABC123\x1d21SER-77';

describe('A filmed label can be read back from every frame', () => {
  beforeAll(() => {
    const wasmFile = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasmFile)).buffer } });
  });

  const labels: [LabelFormat, string, string][] = [
    ['qr', 'https://ward.example/equipment/VENT-0012', 'https://ward.example/equipment/VENT-0012'],
    ['code128', 'VENT-0012', 'VENT-0012'],
    ['code39', 'VENT-0012', 'VENT-0012'],
    ['datamatrix', 'VENT-0012', 'VENT-0012'],
    ['gs1-128', gs1Text, gs1Read],
    ['gs1-datamatrix', gs1Text, gs1Read],
  ];
  it.each(labels)('%s', async (format, text, expected) => {
    const folder = await mkdtemp(join(tmpdir(), 'label-film-'));
    try {
      const frames = lumaFrames(await readFile(await makeLabelFilm({ text, format, outFile: join(folder, 'l.y4m') })));
      expect(frames).toHaveLength(15);
      for (const frame of frames) expect(await readText(frame)).toBe(expected);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

function lumaFrames(film: Buffer): GreyImage[] {
  const header = film.subarray(0, film.indexOf('\n') + 1);
  const width = 640;
  const height = 480;
  expect(header.toString()).toContain(`W${width} H${height}`);
  const frames: GreyImage[] = [];
  const marker = 'FRAME\n'.length;
  for (let at = header.length; at < film.length; at += marker + (width * height * 3) / 2) {
    frames.push({ width, height, data: film.subarray(at + marker, at + marker + width * height) });
  }
  return frames;
}

async function readText({ width, height, data }: GreyImage): Promise<string | undefined> {
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [index, value] of data.entries()) rgba.fill(value, index * 4, index * 4 + 3);
  const codes = await readBarcodes({ width, height, data: rgba, colorSpace: 'srgb' }, { textMode: 'Plain' });
  return codes[0]?.text;
}
