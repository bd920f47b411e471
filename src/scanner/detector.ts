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

/** Sorts codes by the share of the picture that they fill: the largest is most likely the intended label. */
export function largestFirst(codes: readonly DetectedCode[]): DetectedCode[] {
  return [...codes].sort((one, other) => area(other) - area(one));
}

function area({ boundingBox }: DetectedCode): number {
  return boundingBox.width * boundingBox.height;
}
