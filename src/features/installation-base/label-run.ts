import type { DeviceRecord } from '#contract/replica.ts';
import type { QrShape } from './draw-qr.ts';

/** What a label names. */
export type LabelDevice = Pick<DeviceRecord, 'id' | 'serialNumber' | 'equipmentName'>;

/** A finished label; without a shape its generation failed. */
export interface Label extends LabelDevice {
  shape: QrShape | null;
}

interface LabelRun {
  /** Draws one code; what it throws becomes a label that says so. */
  draw: (device: LabelDevice) => QrShape;
  /** Called with each part that is finished. */
  onPart: (labels: readonly Label[]) => void;
  /** Lets the screen draw and answer touches. */
  pause: () => Promise<void>;
  /** A clock. Units: ms. */
  clock: () => number;
  signal: AbortSignal;
}

/** Work done before the screen has its turn: half a frame. Units: ms. */
const partMs = 8;
/** A part is drawn on the screen in one go, so it stays small on fast machines too. */
const partLabels = 12;

/** Draws labels part by part so that the screen stays alive; resolves to false when it was stopped. */
export async function runLabels(devices: readonly LabelDevice[], run: LabelRun): Promise<boolean> {
  let part: Label[] = [];
  let startedAt = run.clock();
  for (const device of devices) {
    if (run.signal.aborted) return false;
    part.push(labelOf(device, run.draw));
    if (part.length < partLabels && run.clock() - startedAt < partMs) continue;
    run.onPart(part);
    part = [];
    await run.pause();
    startedAt = run.clock();
  }
  if (run.signal.aborted) return false;
  if (part.length > 0) run.onPart(part);
  return true;
}

function labelOf({ id, serialNumber, equipmentName }: LabelDevice, draw: LabelRun['draw']): Label {
  try {
    return { id, serialNumber, equipmentName, shape: draw({ id, serialNumber, equipmentName }) };
  } catch {
    return { id, serialNumber, equipmentName, shape: null };
  }
}
