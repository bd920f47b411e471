import QRCode from 'qrcode';

/** A QR code as one shape on a grid; `side` includes the quiet zone. Units: modules. */
export interface QrShape {
  side: number;
  /** Path data for an SVG. */
  path: string;
}

/** Empty modules that readers need around a code. Source: ISO/IEC 18004. */
const quietZone = 4;

/**
 * Draws a QR code of level H, which stays readable with up to a quarter of it damaged. Throws: if the text does not fit
 * into a code. Source: docs/product.md P30 (highest error-correction level).
 */
export function drawQr(text: string): QrShape {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'H' });
  const { size, data } = modules;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!data[row * size + column]) continue;
      const from = column;
      while (column + 1 < size && data[row * size + column + 1]) column += 1;
      const width = column - from + 1;
      path += `M${from + quietZone} ${row + quietZone}h${width}v1h-${width}z`;
    }
  }
  return { side: size + 2 * quietZone, path };
}
