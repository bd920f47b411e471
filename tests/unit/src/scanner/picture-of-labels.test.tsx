// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Html5Qrcode } from 'html5-qrcode';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { ScanQuestionDialog } from '#ui/scanner/scan-question-dialog.tsx';
import { dismissQuestion } from '#ui/scanner/scan-question.ts';
import { useScanInput } from '#ui/scanner/use-scan-input.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawLabel, type GreyImage, type Label } from '#tests/support/label-film.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord } from '#tests/support/ward-records.ts';

/** The picture in the next file, and its rotation. Units: radians. */
const shown: { picture: GreyImage | undefined; turn: number; isReaderLost?: boolean } = { picture: undefined, turn: 0 };

/** Decodes the picture as it is: happy-dom draws nothing, so a turned view finds no code. */
vi.mock('barcode-detector/ponyfill', () => ({
  prepareZXingModule: () => undefined,
  BarcodeDetector: class {
    async detect() {
      const { picture, turn, isReaderLost = false } = shown;
      if (isReaderLost) throw new Error('Failed to fetch');
      if (!picture || turn !== 0) return [];
      const rgba = new Uint8ClampedArray(picture.data.length * 4).fill(255);
      for (const [index, value] of picture.data.entries()) rgba.fill(value, index * 4, index * 4 + 3);
      const image = { width: picture.width, height: picture.height, data: rgba, colorSpace: 'srgb' } as ImageData;
      const codes = await readBarcodes(image, { textMode: 'Plain' });
      return codes.map(({ text, position }) => ({
        rawValue: text,
        format: 'qr_code',
        boundingBox: {
          width: position.bottomRight.x - position.topLeft.x,
          height: position.bottomRight.y - position.topLeft.y,
        },
      }));
    }
  },
}));

beforeAll(() => {
  const wasmFile = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasmFile)).buffer } });
});

const taken: string[] = [];

function Screen() {
  const input = useScanInput(
    ({ raw }) => {
      taken.push(raw);
      return null;
    },
    { wedge: false },
  );
  return (
    <>
      <ScanQuestionDialog />
      <input type="file" aria-label="Picture" onChange={({ target }) => input.takePicture(target.files![0]!)} />
      <button type="button" onClick={() => input.takeText('PUMP-7')}>
        Type
      </button>
      <p>{input.reading ? 'reading' : (input.problem ?? 'ready')}</p>
    </>
  );
}

beforeEach(() => {
  taken.length = 0;
  shown.picture = undefined;
  shown.isReaderLost = false;
  vi.stubGlobal('createImageBitmap', async () => {
    if (!shown.picture) throw new DOMException('', 'InvalidStateError');
    return { width: shown.picture.width, height: shown.picture.height, close: () => undefined };
  });
  const context = {
    fillRect: () => undefined,
    translate: () => undefined,
    rotate: (turn: number) => (shown.turn = turn),
    drawImage: () => undefined,
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  const device = [deviceRecord({ serialNumber: 'ZEN-1' })];
  drawScreen(<Screen />, { engine: createFakeEngine({ records: { device } }) });
});
afterEach(() => {
  act(dismissQuestion);
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Draws labels side by side, each on a square of its own size. */
async function pictureOf(...labels: (Label & { px?: number })[]): Promise<GreyImage> {
  const drawn = await Promise.all(labels.map((label) => drawLabel(label, label.px ?? 400, label.px ?? 400)));
  const width = drawn.reduce((sum, each) => sum + each.width, 0);
  const height = Math.max(...drawn.map((each) => each.height));
  const data = new Uint8Array(width * height).fill(235);
  let left = 0;
  for (const each of drawn) {
    for (let y = 0; y < each.height; y += 1)
      data.set(each.data.subarray(y * each.width, (y + 1) * each.width), y * width + left);
    left += each.width;
  }
  return { width, height, data };
}

async function choose(...labels: (Label & { px?: number })[]): Promise<void> {
  shown.picture = await pictureOf(...labels);
  await pick(new File(['picture'], 'label.png'));
}

async function pick(file: File): Promise<void> {
  fireEvent.change(screen.getByLabelText('Picture'), { target: { files: [file] } });
  await waitFor(() => expect(screen.queryByText('reading')).toBeNull());
}

const question = () => screen.queryByRole('dialog', { name: 'Which label do you mean?' });
const choices = () => screen.getAllByRole('listitem').map((item) => item.textContent);
const link = (serial: string, hospital = '') => `https://ward.example/equipmentdetails/${serial}${hospital}`;

it('asks which of several labels to use, devices of this hospital first', async () => {
  await choose({ text: 'PUMP-9', format: 'qr', px: 600 }, { text: 'ZEN-1', format: 'datamatrix' });
  await waitFor(() => expect(question()).not.toBeNull());
  expect(taken).toEqual([]);
  expect(choices()).toEqual(['ZEN-1', 'PUMP-9']);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'PUMP-9' })));
  expect(taken).toEqual(['PUMP-9']);
});

it('drops a picture that is still being read when another is scanned', async () => {
  shown.picture = await pictureOf({ text: 'ZEN-1', format: 'qr' });
  fireEvent.change(screen.getByLabelText('Picture'), { target: { files: [new File(['picture'], 'label.png')] } });
  screen.getByText('reading');
  fireEvent.click(screen.getByRole('button', { name: 'Type' }));
  await waitFor(() => expect(screen.queryByText('reading')).toBeNull());
  expect(taken).toEqual(['PUMP-7']);
});

it('lists the largest of several unknown labels first', async () => {
  await choose({ text: 'PUMP-8', format: 'qr', px: 300 }, { text: 'PUMP-9', format: 'qr', px: 600 });
  await waitFor(() => expect(question()).not.toBeNull());
  expect(choices()).toEqual(['PUMP-9', 'PUMP-8']);
});

it('uses nothing if none of the labels is chosen', async () => {
  await choose({ text: 'PUMP-8', format: 'qr' }, { text: 'ZEN-1', format: 'code128' });
  await waitFor(() => expect(question()).not.toBeNull());
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'None of these' })));
  expect(taken).toEqual([]);
});

it('shows the full text of labels with the same serial number', async () => {
  const theirs = link('ZEN-1', '?h=hospital-2');
  await choose({ text: theirs, format: 'qr' }, { text: 'ZEN-1', format: 'qr' });
  await waitFor(() => expect(question()).not.toBeNull());
  expect(choices()).toEqual(['ZEN-1', theirs]);
});

it.each<[string, Label[]]>([
  ['a text that is there twice', [1, 2].map(() => ({ text: link('ZEN-1'), format: 'qr' }))],
  [
    'a link and a serial of one device',
    [
      { text: link('ZEN-1'), format: 'qr' },
      { text: 'ZEN-1', format: 'code128' },
    ],
  ],
])('uses %s without asking', async (_, labels) => {
  await choose(...labels);
  await waitFor(() => expect(taken).toHaveLength(1));
  expect(taken[0]).toMatch(/ZEN-1$/);
  expect(question()).toBeNull();
});

it('asks before it uses a single code that was read without the label reader', async () => {
  shown.isReaderLost = true;
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(new Blob(['picture'])));
  vi.spyOn(Html5Qrcode.prototype, 'scanFileV2').mockResolvedValue({ decodedText: 'ZEN-1' } as never);
  await choose({ text: 'ZEN-1', format: 'qr' });
  await screen.findByRole('dialog', { name: 'Is this the label you mean?' });
  expect([taken, choices()]).toEqual([[], ['ZEN-1']]);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'ZEN-1' })));
  expect(taken).toEqual(['ZEN-1']);
});

it('names files that are not a readable picture', async () => {
  await pick(new File([], 'label.jpg'));
  await screen.findByText('This file is empty. Choose another picture.');
  await pick(new File(['\0\0\0\x18ftypheic', 'x'.repeat(50)], 'label.jpg'));
  await screen.findByText('This browser cannot open HEIC pictures. Save the picture as JPEG and choose it again.');
  await pick(new File(['Dear all'], 'letter.jpg'));
  await screen.findByText('This file is not a picture.');
});
