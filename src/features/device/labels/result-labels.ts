import type { DeviceRecord } from '#contract/records/ward.ts';
import type { TestRecord } from '#contract/records/test.ts';
import type { WardView } from '#ui/engine/engine.ts';
import type { LabelDevice } from './label-run.ts';
import { labelTests } from './label-test.ts';

/** The result labels of the selected devices, and warnings about them. */
export interface ResultLabels {
  labels: LabelDevice[];
  /** Devices without a test on this tablet. */
  untested: readonly Pick<DeviceRecord, 'id' | 'serialNumber' | 'equipmentName'>[];
  /** How many of the tests the server has not evaluated yet. */
  waiting: number;
  /** Adjustments by device: what was found out of limits and corrected. */
  adjusted: readonly { id: string; words: string }[];
}

/** Used while the labels show devices rather than tests. */
export const noResults: ResultLabels = { labels: [], untested: [], waiting: 0, adjusted: [] };

/** Makes a label for each device's latest test by each procedure. */
export function labelsOfTests(
  view: Pick<WardView, 'all' | 'get' | 'isPending'>,
  devices: readonly DeviceRecord[],
): ResultLabels {
  const byDevice = new Map<string, TestRecord[]>();
  for (const test of view.all('test')) byDevice.set(test.deviceId, [...(byDevice.get(test.deviceId) ?? []), test]);
  const stepsOf = ({ procedureId, version }: TestRecord) => {
    const procedure = view.get('procedure', procedureId);
    return procedure?.version === version ? procedure.steps : undefined;
  };
  const labels = devices.flatMap(({ id, serialNumber, equipmentName }) =>
    labelTests(byDevice.get(id) ?? [], stepsOf).map((test) => ({ id, serialNumber, equipmentName, test })),
  );
  return {
    labels,
    untested: devices.filter(({ id }) => !byDevice.has(id)),
    adjusted: labels.flatMap(({ serialNumber, test: { id, adjusted } }) =>
      adjusted === '' ? [] : [{ id, words: `${serialNumber}: ${adjusted}` }],
    ),
    waiting: labels.filter(({ test }) => view.isPending('test', test.id)).length,
  };
}
