import type { DeviceRecord } from '#contract/records/ward.ts';
import type { QrShape } from './draw-qr.ts';
import type { LabelTest } from './label-test.ts';

/** The facts on a label; with a test, the label shows its result. */
export interface LabelDevice extends Pick<DeviceRecord, 'id' | 'serialNumber' | 'equipmentName'> {
  test?: LabelTest;
}

/** A finished label; it has no shape if its code could not be drawn. */
export interface Label extends LabelDevice {
  shape: QrShape | null;
}

interface LabelRun {
  /** Returns the text that a device's code contains. */
  linkOf: (serialNumber: string, deviceId: string) => string;
  /** Draws the codes of one batch; a text that cannot be encoded gives null. */
  draw: (texts: readonly (string | null)[]) => Promise<readonly (QrShape | null)[]>;
  /** Called with each finished batch. */
  onPart: (labels: readonly Label[]) => void;
  signal: AbortSignal;
}

/** Labels drawn in one batch: few enough to handle touches promptly in between. */
const partLabels = 10;

/** Makes labels in batches so that the screen stays responsive; resolves to false if it was stopped. */
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

/** If drawing fails, every label in the batch says so. */
async function drawPart(
  part: readonly LabelDevice[],
  { linkOf, draw }: LabelRun,
): Promise<readonly (QrShape | null)[]> {
  const texts = part.map(({ serialNumber, id }) => {
    try {
      return linkOf(serialNumber, id);
    } catch {
      return null;
    }
  });
  return draw(texts).catch(() => []);
}
