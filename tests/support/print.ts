import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Resolution of an office printer. Units: dots per inch. */
const resolution = 300;

/** Programs that turn a PDF into one picture per page, named `page-1.pgm` and so on. Compressing them would take most of the time. */
const painters = [
  {
    program: 'pdftoppm',
    args: (pdf: string, folder: string, last: number) => [
      '-gray',
      '-r',
      String(resolution),
      '-l',
      String(last),
      pdf,
      join(folder, 'page'),
    ],
  },
  {
    program: 'gs',
    args: (pdf: string, folder: string, last: number) => [
      '-q',
      '-dNOPAUSE',
      '-dBATCH',
      '-dSAFER',
      '-sDEVICE=pgmraw',
      `-r${resolution}`,
      `-dLastPage=${last}`,
      `-sOutputFile=${join(folder, 'page-%d.pgm')}`,
      pdf,
    ],
  },
];

const painter = painters.find(({ program }) => !spawnSync(program, ['-v'], { stdio: 'ignore' }).error);

/** Why this machine cannot render PDFs; null if it can. */
export const cannotPaint = painter ? null : 'Neither pdftoppm nor gs is installed: printed labels are not read back.';

/** Reads all QR codes in a picture. */
export async function readQrCodes(picture: Buffer): Promise<string[]> {
  const reader = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const { buffer } = new Uint8Array(readFileSync(reader));
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true });
  const codes = await readBarcodes(picture, { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 0 });
  return codes.filter(({ isValid }) => isValid).map(({ text }) => text);
}

/** Renders a PDF as a printer would and reads the QR codes of each page up to `last`, in page order. */
export async function readPrinted(pdf: string, folder: string, last = 999): Promise<string[][]> {
  if (!painter) throw new Error('Nothing paints a PDF here.');
  const painted = spawnSync(painter.program, painter.args(pdf, folder, last), { encoding: 'utf8' });
  if (painted.status !== 0) throw new Error(`${painter.program}: ${painted.stderr}`);
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.pgm'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const read: string[][] = [];
  for (const page of pages) {
    read.push(await readQrCodes(readFileSync(join(folder, page))));
  }
  return read;
}

const canReadText = !spawnSync('pdftotext', ['-v'], { stdio: 'ignore' }).error;

/** Why this machine cannot read the texts of a PDF; null if it can. */
export const cannotReadText = canReadText ? null : 'pdftotext is not installed: printed papers are not read back.';

/**
 * Returns the text of each page of a PDF in content order, without white space, because lines break anywhere on paper.
 */
export function readTexts(pdf: string): string[] {
  const read = spawnSync('pdftotext', ['-raw', pdf, '-'], { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (read.status !== 0) throw new Error(`pdftotext: ${read.stderr}`);
  // Each page ends with a form feed.
  return read.stdout.split('\f').slice(0, -1).map(bare);
}

/** Removes white space from a text. */
export const bare = (text: string): string => text.replaceAll(/\s+/g, '');

/** Says why a script cannot be checked on paper; null if this machine has a font for it. */
export function cannotWrite(language: string, name: string): string | null {
  const fonts = spawnSync('fc-list', [`:lang=${language}`], { encoding: 'utf8' });
  return fonts.stdout ? null : `No font of this machine has ${name}: its texts on paper are not read back.`;
}
