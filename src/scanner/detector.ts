import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

import { scanFormats, toScanFormat } from './formats.ts';

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

let installed: Promise<DetectorClass> | undefined;

/**
 * Returns the platform's barcode detector where it reads all our formats, else installs zxing-wasm as
 * `window.BarcodeDetector`; html5-qrcode picks up whichever is there.
 * Throws: the import error when the decoder's code cannot be loaded; the next call tries again.
 */
export function installDetector(): Promise<DetectorClass> {
  installed ??= install().catch((error: unknown) => {
    installed = undefined;
    throw error;
  });
  return installed;
}

async function install(): Promise<DetectorClass> {
  const platform = window.BarcodeDetector;
  if (platform && (await readsAllFormats(platform))) return platform;
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill');
  prepareZXingModule({
    overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) },
  });
  const polyfill = class extends BarcodeDetector {
    /** Reports variants under their family's name, the only one html5-qrcode knows. */
    override async detect(image: HTMLCanvasElement) {
      const codes = await super.detect(image);
      for (const code of codes) code.format = toScanFormat(code.format) ?? code.format;
      return codes;
    }
  };
  window.BarcodeDetector = polyfill as DetectorClass;
  return window.BarcodeDetector;
}

async function readsAllFormats(platform: DetectorClass): Promise<boolean> {
  const supported: readonly string[] = await platform.getSupportedFormats().catch(() => []);
  return scanFormats.every((format) => supported.includes(format));
}

/** Picks the code that fills most of the picture: most likely the intended label. */
export function largestCode(codes: readonly DetectedCode[]): DetectedCode | undefined {
  return codes.reduce<DetectedCode | undefined>(
    (best, code) => (best === undefined || area(code) > area(best) ? code : best),
    undefined,
  );
}

function area({ boundingBox }: DetectedCode): number {
  return boundingBox.width * boundingBox.height;
}
