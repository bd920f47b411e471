// @vitest-environment happy-dom
import { Html5Qrcode, type QrcodeSuccessCallback } from 'html5-qrcode';
import { afterEach, expect, it, vi } from 'vitest';
import { openCamera } from '#ui/scanner/camera-session.ts';
import type { Read } from '#ui/scanner/formats.ts';
import { keepCamera } from '#ui/scanner/kept-camera.ts';
import { drawLabel, type Label } from '#tests/support/label-film.ts';

vi.mock('#ui/scanner/detector.ts', () => ({ installDetector: () => Promise.reject(new Error('Failed to fetch')) }));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function canvasOf(label: Label): Promise<unknown> {
  const { width, height, data } = await drawLabel(label, 500, 500);
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [index, value] of data.entries()) rgba.fill(value, index * 4, index * 4 + 3);
  return { width, height, getContext: () => ({ getImageData: () => ({ width, height, data: rgba }) }) };
}

/** Opens a camera that shows the label in two frames, which html5-qrcode decodes as the session has set it up. */
async function film(label: Label): Promise<Read[]> {
  const canvas = await canvasOf(label);
  const reads: Read[] = [];
  vi.spyOn(Html5Qrcode.prototype, 'start').mockImplementation(async function start(this: Html5Qrcode, ...args) {
    const onRead: QrcodeSuccessCallback | undefined = args[2];
    const { qrcode } = this as unknown as {
      qrcode: { decodeAsync(canvas: unknown): Promise<{ text: string; debugData: object }> };
    };
    for (let frame = 0; frame < 2; frame += 1) {
      const result = await qrcode.decodeAsync(canvas).catch(() => undefined);
      if (result) onRead?.(result.text, { decodedText: result.text, result });
    }
    return null;
  });
  keepCamera({ id: 'id-1', label: 'back' });
  const nothing = () => undefined;
  const opened = openCamera({
    host: document.body.appendChild(document.createElement('div')),
    wanted: undefined,
    signal: new AbortController().signal,
    onRead: (read) => reads.push(read),
    onInterrupted: nothing,
    onNoAnswer: nothing,
    onStill: nothing,
  });
  // happy-dom plays no video, so the session ends after its frames.
  await expect(opened).rejects.toThrow('html5-qrcode shows no video.');
  return reads;
}

/** The detector whose code has arrived, but whose wasm file has not. */
class WithoutWasm {
  detect() {
    return Promise.reject(new Error('Failed to fetch'));
  }
}

it('reads QR by the fallback when the reader cannot be loaded', async () => {
  const reads = await film({ text: 'VENT-0012', format: 'qr' });
  expect(reads[0]).toEqual({ text: 'VENT-0012', format: 'qr_code' });
});

it('reads QR by the fallback when the wasm file of the reader cannot be loaded', async () => {
  vi.stubGlobal('BarcodeDetector', WithoutWasm);
  expect(await film({ text: 'VENT-0012', format: 'qr' })).toEqual([{ text: 'VENT-0012', format: 'qr_code' }]);
});

it('does not take a GS1 label from the fallback, which drops its separators', async () => {
  expect(await film({ text: '(01)09506000134352(10)ABC123(21)SER-77', format: 'gs1-128' })).toEqual([]);
});
