import type { DeviceRecord } from '#contract/records/ward.ts';
import type { TestRecord } from '#contract/records/test.ts';
import type { WardView } from '#ui/engine/engine.ts';
import type { LabelDevice } from './label-run.ts';
import { labelTests } from './label-test.ts';

/** The result labels of chosen devices, and warnings about them. */
export interface ResultLabels {
  labels: LabelDevice[];
  /** Devices of which this tablet has no test. */
  untested: readonly Pick<DeviceRecord, 'id' | 'serialNumber' | 'equipmentName'>[];
  /** How many of the tests the server has not judged yet. */
  waiting: number;
  /** What was found out of its limits and adjusted, by device. */
  adjusted: readonly { id: string; words: string }[];
}

/** While labels are of devices. */
export const noResults: ResultLabels = { labels: [], untested: [], waiting: 0, adjusted: [] };

/** A label for the latest test by each procedure of each device. */
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
