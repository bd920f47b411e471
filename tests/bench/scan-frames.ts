import { drawLabel, type GreyImage, type LabelFormat } from '#tests/support/label-film.ts';
import { seededNumbers } from '#tests/support/device-rows.ts';

/** A frame from a 1280 x 720 camera that shows a label, and the label's text. */
export interface ScanFrame {
  what: string;
  text: string;
  image: GreyImage;
}

/** How the label is held and lit. */
interface View {
  what: string;
  /** Share of the picture's height that the label takes. */
  size: number;
  turnDegrees: number;
  /** Units: pixels. */
  blur: number;
  /** Units: levels of grey, and share of the full contrast. */
  noise: number;
  contrast: number;
  /** How much darker the right edge is than the left. Units: grey levels. */
  shade: number;
}

const camera = { width: 1280, height: 720 };
const desk = 150;
const gs1 = '(01)09506000134352(10)ABC123(21)SER-77';
const labels: readonly { format: LabelFormat; text: string; read: string }[] = [
  { format: 'qr', text: 'https://ward.example/equipment/VENT-0012', read: 'https://ward.example/equipment/VENT-0012' },
  { format: 'code128', text: 'VENT-0012', read: 'VENT-0012' },
  { format: 'code39', text: 'VENT-0012', read: 'VENT-0012' },
  { format: 'datamatrix', text: 'VENT-0012', read: 'VENT-0012' },
  { format: 'gs1-128', text: gs1, read: '010950600013435210ABC123\u001d21SER-77' },
  { format: 'gs1-datamatrix', text: gs1, read: '010950600013435210ABC123\u001d21SER-77' },
];

const usual: View = { what: '', size: 0.6, turnDegrees: 0, blur: 0, noise: 6, contrast: 1, shade: 0 };
const views: readonly View[] = [
  ...[0.9, 0.6, 0.45, 0.3, 0.2].map((size) => ({ ...usual, size, what: `size ${size}` })),
  ...[4, 10, 25, 45, 90].map((turnDegrees) => ({ ...usual, turnDegrees, what: `turned ${turnDegrees}` })),
  ...[1, 2, 3].map((blur) => ({ ...usual, blur, what: `blurred ${blur}` })),
  ...[20, 40, 60].map((noise) => ({ ...usual, noise, what: `noise ${noise}` })),
  ...[0.5, 0.25, 0.12].map((contrast) => ({ ...usual, contrast, what: `contrast ${contrast}` })),
  { ...usual, shade: 110, what: 'shaded' },
  { ...usual, size: 0.35, turnDegrees: 12, blur: 1, noise: 15, what: 'far, turned, blurred' },
  { ...usual, size: 0.45, turnDegrees: -20, contrast: 0.4, shade: 60, what: 'turned, pale, shaded' },
];

/** Returns the frames, the same on each call: six kinds of label in 22 views. */
export async function scanFrames(): Promise<ScanFrame[]> {
  const frames: ScanFrame[] = [];
  for (const { format, text, read } of labels) {
    // Drawn large and then scaled down, because a camera's pixels do not align with modules.
    const label = await drawLabel({ format, text }, 1600, 1600);
    for (const view of views) {
      frames.push({ what: `${format}, ${view.what}`, text: read, image: seen(label, view, frames.length) });
    }
  }
  return frames;
}

/** Renders the camera's picture: each pixel is the mean of the pixels behind it, then blurred, lit and noisy. */
function seen(label: GreyImage, { size, turnDegrees, blur, noise, contrast, shade }: View, seed: number): GreyImage {
  const { width, height } = camera;
  const next = seededNumbers(seed + 1);
  const turn = (turnDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const scale = Math.min((height * size) / label.height, (width * size) / label.width);
  const plain = new Float32Array(width * height);
  const samples = [-0.25, 0.25];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (const dy of samples) {
        for (const dx of samples) {
          const [fromX, fromY] = [x + dx - width / 2, y + dy - height / 2];
          const atX = Math.floor((fromX * cos + fromY * sin) / scale + label.width / 2);
          const atY = Math.floor((fromY * cos - fromX * sin) / scale + label.height / 2);
          const isLabel = atX >= 0 && atY >= 0 && atX < label.width && atY < label.height;
          sum += isLabel ? (label.data[atY * label.width + atX] ?? desk) : desk;
        }
      }
      plain[y * width + x] = sum / samples.length ** 2;
    }
  }
  const soft = blurred(blurred(plain, width, 1, blur), width, width, blur);
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 1) {
    const lit = 128 + ((soft[at] ?? 0) - 128) * contrast - (shade * (at % width)) / width;
    data[at] = Math.max(0, Math.min(255, Math.round(lit + (next() - 0.5) * 2 * noise)));
  }
  return { width, height, data };
}

/** Averages each pixel with its neighbours in one direction. */
function blurred(image: Float32Array, width: number, step: number, radius: number): Float32Array {
  if (radius === 0) return image;
  return image.map((value, at) => {
    let [sum, count] = [value, 1];
    for (let away = 1; away <= radius; away += 1) {
      for (const other of [at - away * step, at + away * step]) {
        if (step === 1 && Math.floor(other / width) !== Math.floor(at / width)) continue;
        const near = image[other];
        if (near === undefined) continue;
        sum += near;
        count += 1;
      }
    }
    return sum / count;
  });
}
