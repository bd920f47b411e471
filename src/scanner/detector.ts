import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

import { type Read, scanFormats, toScanFormat } from './formats.ts';

interface DetectedCode {
  rawValue: string;
  format: string;
  boundingBox: { width: number; height: number };
}

interface Detector {
  detect(image: HTMLCanvasElement): Promise<DetectedCode[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: DetectorClass;
  }
}

let loaded: Promise<Detector> | undefined;

/**
 * Reads the codes of a picture, largest first, because that is most likely the intended label. GS1 text keeps its
 * separators. Throws: if the reader or its wasm file cannot be loaded; the next call tries again.
 */
export async function readCodes(picture: HTMLCanvasElement): Promise<Read[]> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  const codes = await (await loaded).detect(picture);
  return [...codes]
    .sort((one, other) => area(other) - area(one))
    .flatMap(({ rawValue, format }) => {
      const known = toScanFormat(format);
      return known ? [{ text: rawValue, format: known }] : [];
    });
}

/** Loads the platform's barcode detector if it reads all our formats, else zxing-wasm. */
async function load(): Promise<Detector> {
  const formats = [...scanFormats];
  const platform = window.BarcodeDetector;
  if (platform && (await readsAllFormats(platform))) return new platform({ formats });
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill');
  prepareZXingModule({
    overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) },
  });
  return new BarcodeDetector({ formats });
}

async function readsAllFormats(platform: DetectorClass): Promise<boolean> {
  const supported: readonly string[] = await platform.getSupportedFormats().catch(() => []);
  return scanFormats.every((format) => supported.includes(format));
}

function area({ boundingBox }: DetectedCode): number {
  return boundingBox.width * boundingBox.height;
}

/** Reads a QR code without the label reader. Throws: html5-qrcode's error if there is none. */
export async function readQr(picture: HTMLCanvasElement): Promise<string> {
  const { Html5Qrcode, Html5QrcodeSupportedFormats } = await import('html5-qrcode');
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve));
  const host = document.createElement('div');
  host.id = 'picture-of-label';
  host.hidden = true;
  document.body.append(host);
  try {
    const reader = new Html5Qrcode(host.id, {
      verbose: false,
      useBarCodeDetectorIfSupported: false,
      formatsToSupport: [Html5QrcodeSupportedFormats.QR_CODE],
    });
    const { decodedText } = await reader.scanFileV2(new File(blob ? [blob] : [], 'label.png'), false);
    return decodedText;
  } finally {
    host.remove();
  }
}
