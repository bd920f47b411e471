import type { DeviceRecord } from '#contract/records/ward.ts';
import type { QrShape } from './draw-qr.ts';
import type { LabelTest } from './label-test.ts';

/** What a label names; with a test it says its result. */
export interface LabelDevice extends Pick<DeviceRecord, 'id' | 'serialNumber' | 'equipmentName'> {
  test?: LabelTest;
}

/** A finished label; without a shape its generation failed. */
export interface Label extends LabelDevice {
  shape: QrShape | null;
}

interface LabelRun {
  /** What the code of a device says. */
  linkOf: (serialNumber: string) => string;
  /** Draws the codes of one part; a text that has no code yields nothing. */
  draw: (texts: readonly (string | null)[]) => Promise<readonly (QrShape | null)[]>;
  /** Called with each part that is finished. */
  onPart: (labels: readonly Label[]) => void;
  signal: AbortSignal;
}

/** Labels drawn in one batch: few enough that touches in between are handled immediately. */
const partLabels = 10;

/** Makes labels in batches so that the screen stays responsive; resolves to false when it was stopped. */
export async function runLabels(devices: readonly LabelDevice[], run: LabelRun): Promise<boolean> {
  for (let from = 0; from < devices.length; from += partLabels) {
    if (run.signal.aborted) return false;
    const part = devices.slice(from, from + partLabels);
    const shapes = await drawPart(part, run);
    if (run.signal.aborted) return false;
    run.onPart(
      part.map(({ id, serialNumber, equipmentName, test }, index) => ({
        id,
        serialNumber,
        equipmentName,
        ...(test && { test }),
        shape: shapes[index] ?? null,
      })),
    );
  }
  return true;
}

/** If nothing can be drawn, each label says so. */
async function drawPart(
  part: readonly LabelDevice[],
  { linkOf, draw }: LabelRun,
): Promise<readonly (QrShape | null)[]> {
  const texts = part.map(({ serialNumber }) => {
    try {
      return linkOf(serialNumber);
    } catch {
      return null;
    }
  });
  return draw(texts).catch(() => []);
}
