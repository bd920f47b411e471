import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { create as createQr } from 'qrcode';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

export type LabelFormat = 'qr' | 'code128' | 'code39' | 'datamatrix' | 'gs1-128' | 'gs1-datamatrix';

export interface Label {
  /** The content; for GS1 formats with application identifiers in brackets: (01)…(21)…. */
  text: string;
  format: LabelFormat;
}

/** A greyscale picture, one byte per pixel, row by row. */
export interface GreyImage {
  width: number;
  height: number;
  data: Uint8Array;
}

const film = { width: 640, height: 480, framesPerSecond: 15, frames: 15 };

const grey = { ink: 20, paper: 235, desk: 150, chromaNeutral: 128 };

/** Largest drift of the label from the middle, as if the tablet were hand-held. Units: pixels. */
const swayPx = 6;

/** Quiet zone that is enough for every symbology in these tests. Units: modules. */
const quietModules = 10;

/** Height of a 1-D code relative to its width. */
const linearAspect = 0.3;

const zintOptions: Record<
  Exclude<LabelFormat, 'qr'>,
  { format: 'Code128' | 'Code39' | 'DataMatrix'; options: string }
> = {
  code128: { format: 'Code128', options: '' },
  code39: { format: 'Code39', options: '' },
  datamatrix: { format: 'DataMatrix', options: 'forceSquare' },
  'gs1-128': { format: 'Code128', options: 'gs1' },
  'gs1-datamatrix': { format: 'DataMatrix', options: 'gs1,forceSquare' },
};

/**
 * Films a label for Chromium's fake camera (--use-file-for-fake-video-capture): an uncompressed .y4m of one second,
 * which Chromium repeats. The label fills most of the picture's height and sways a little.
 */
export async function makeLabelFilm({ outFile, ...label }: Label & { outFile: string }): Promise<string> {
  const symbol = await drawLabel(label, film.width * 0.85, film.height * 0.85);
  const file = await open(outFile, 'w');
  try {
    await file.write(`YUV4MPEG2 W${film.width} H${film.height} F${film.framesPerSecond}:1 Ip A1:1 C420jpeg\n`);
    const chroma = Buffer.alloc((film.width * film.height) / 2, grey.chromaNeutral);
    for (let frame = 0; frame < film.frames; frame += 1) {
      const angle = (2 * Math.PI * frame) / film.frames;
      await file.write('FRAME\n');
      await file.write(placeOnDesk(symbol, Math.round(swayPx * Math.sin(angle)), Math.round(swayPx * Math.cos(angle))));
      await file.write(chroma);
    }
  } finally {
    await file.close();
  }
  return outFile;
}

/** Draws a label with its quiet zone, as large as the box allows. Units: pixels. */
export async function drawLabel(label: Label, maxWidth: number, maxHeight: number): Promise<GreyImage> {
  const modules = label.format === 'qr' ? qrModules(label.text) : await zintModules(label.text, label.format);
  const isLinear = modules.height === 1;
  const columns = modules.width + 2 * quietModules;
  const rows = isLinear ? columns * linearAspect : modules.height + 2 * quietModules;
  const modulePx = Math.floor(Math.min(maxWidth / columns, maxHeight / rows));
  if (modulePx < 1)
    throw new Error(`A ${label.format} of ${modules.width} modules does not fit into ${maxWidth} pixels.`);
  const width = columns * modulePx;
  const height = Math.round(rows * modulePx);
  const quietPx = quietModules * modulePx;
  const data = new Uint8Array(width * height).fill(grey.paper);
  for (let y = quietPx; y < height - quietPx; y += 1) {
    const row = isLinear ? 0 : Math.floor((y - quietPx) / modulePx);
    for (let x = quietPx; x < width - quietPx; x += 1) {
      if (modules.isDark(Math.floor((x - quietPx) / modulePx), row)) data[y * width + x] = grey.ink;
    }
  }
  return { width, height, data };
}

interface Modules {
  width: number;
  /** 1 for a 1-D code. */
  height: number;
  isDark: (column: number, row: number) => boolean;
}

function qrModules(text: string): Modules {
  const { modules } = createQr(text, { errorCorrectionLevel: 'M' });
  return { width: modules.size, height: modules.size, isDark: (column, row) => Boolean(modules.get(row, column)) };
}

async function zintModules(text: string, format: Exclude<LabelFormat, 'qr'>): Promise<Modules> {
  prepareWriter();
  const { symbol, error } = await writeBarcode(text, { ...zintOptions[format], addQuietZones: false });
  if (error) throw new Error(`The label cannot be drawn: ${error}`);
  const isLinear = zintOptions[format].format !== 'DataMatrix';
  return {
    width: symbol.width,
    height: isLinear ? 1 : symbol.height,
    isDark: (column, row) => symbol.data[row * symbol.width + column] === 0,
  };
}

let isWriterPrepared = false;

/** Loads the writer's wasm from disk; by default it would be fetched from the network. */
function prepareWriter(): void {
  if (isWriterPrepared) return;
  isWriterPrepared = true;
  const wasmFile = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasmFile)).buffer } });
}

function placeOnDesk(symbol: GreyImage, dx: number, dy: number): Buffer {
  const luma = Buffer.alloc(film.width * film.height, grey.desk);
  const left = Math.round((film.width - symbol.width) / 2) + dx;
  const top = Math.round((film.height - symbol.height) / 2) + dy;
  for (let row = 0; row < symbol.height; row += 1) {
    luma.set(symbol.data.subarray(row * symbol.width, (row + 1) * symbol.width), (top + row) * film.width + left);
  }
  return luma;
}
