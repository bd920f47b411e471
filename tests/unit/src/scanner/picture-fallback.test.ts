// @vitest-environment happy-dom
import { Html5Qrcode } from 'html5-qrcode';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readFrame } from '#ui/scanner/camera-session.ts';
import { readImage } from '#ui/scanner/read-image.ts';
import { drawLabel, type Label } from '#tests/support/label-film.ts';

const installed = vi.hoisted(() => ({ detect: vi.fn<() => Promise<never>>(), isLoaded: true }));

vi.mock('barcode-detector/ponyfill', () => ({
  prepareZXingModule: () => {
    if (!installed.isLoaded) throw new Error('Failed to fetch');
  },
  BarcodeDetector: class {
    detect = installed.detect;
  },
}));

interface Inner {
  qrcode: { decodeRobustlyAsync(canvas: unknown): Promise<{ text: string }> };
}

const label: { current: Label } = { current: { text: 'VENT-0012', format: 'qr' } };

beforeEach(() => {
  installed.isLoaded = true;
  installed.detect.mockRejectedValue(new Error('Failed to fetch'));
  vi.stubGlobal('createImageBitmap', async () => ({ width: 500, height: 500, close: () => undefined }));
  const nothing = () => undefined;
  const context = { fillRect: nothing, translate: nothing, rotate: nothing, drawImage: nothing };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(new Blob(['picture'])));
  // happy-dom draws no pictures, so the decoder gets the label as html5-qrcode would have drawn it.
  vi.spyOn(Html5Qrcode.prototype, 'scanFileV2').mockImplementation(async function read(this: Html5Qrcode) {
    const { width, height, data } = await drawLabel(label.current, 500, 500);
    const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
    for (const [index, value] of data.entries()) rgba.fill(value, index * 4, index * 4 + 3);
    const canvas = { width, height, getContext: () => ({ getImageData: () => ({ width, height, data: rgba }) }) };
    const { text } = await (this as unknown as Inner).qrcode.decodeRobustlyAsync(canvas);
    return { decodedText: text } as never;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// Loaded modules stay loaded, so the missing reader is tested first.
it.each([false, true])(
  'reads a QR code from a picture if the label reader cannot be loaded (its code: %s)',
  async (is) => {
    installed.isLoaded = is;
    label.current = { text: 'VENT-0012', format: 'qr' };
    expect(await readImage(new Blob(['picture']))).toEqual({ outcome: 'one-qr', text: 'VENT-0012' });
    expect(document.body.children).toHaveLength(0);
  },
);

it('reads a QR code from a camera frame if the label reader cannot be loaded', async () => {
  label.current = { text: 'VENT-0012', format: 'qr' };
  expect(await readFrame(document.createElement('canvas'))).toEqual({ text: 'VENT-0012', format: 'qr_code' });
});

it('does not accept a GS1 label from the fallback, which drops its separators', async () => {
  label.current = { text: '(01)09506000134352(10)ABC123(21)SER-77', format: 'gs1-128' };
  expect(await readFrame(document.createElement('canvas'))).toBeUndefined();
});

it('also tries rotated views: the fallback misses rotated codes', async () => {
  label.current = { text: 'VENT-0012', format: 'qr' };
  vi.mocked(Html5Qrcode.prototype.scanFileV2).mockRejectedValueOnce(
    'No MultiFormat Readers were able to detect the code.',
  );
  expect(await readImage(new Blob(['picture']))).toEqual({ outcome: 'one-qr', text: 'VENT-0012' });
});

it('reports the missing label reader if the fallback finds no QR code', async () => {
  label.current = { text: '(01)09506000134352(10)ABC123(21)SER-77', format: 'gs1-128' };
  expect(await readImage(new Blob(['picture']))).toEqual({ outcome: 'no-decoder' });
  expect(document.body.children).toHaveLength(0);
});
