import type { DeviceRecord } from '#contract/records/ward.ts';
import type { TestRecord } from '#contract/records/test.ts';
import type { Step } from '#contract/records/procedure.ts';
import type { WardView } from '#ui/engine/engine.ts';
import type { LabelDevice } from './label-run.ts';
import { labelTests } from './label-test.ts';

/** A version of a procedure: its id and number. */
export type VersionKey = `${string}/${number}`;
/** The steps of versions. */
export type LoadedVersions = ReadonlyMap<VersionKey, readonly Step[]>;

/** The result labels of the selected devices, and warnings about them. */
export interface ResultLabels {
  labels: LabelDevice[];
  /** Devices without a test on this tablet. */
  untested: readonly Pick<DeviceRecord, 'id' | 'serialNumber' | 'equipmentName'>[];
  /** How many of the tests the server has not evaluated yet. */
  waiting: number;
  /** How many labels say that the result is not known here. */
  unknown: number;
  /** Versions of procedures that tests were made by and this tablet does not hold. */
  missing: readonly VersionKey[];
  /** Adjustments by device: what was found out of limits and corrected. */
  adjusted: readonly { id: string; words: string }[];
}

/** Used while the labels show devices rather than tests. */
export const noResults: ResultLabels = { labels: [], untested: [], waiting: 0, unknown: 0, missing: [], adjusted: [] };

/** Makes a label for each device's latest test by each procedure; `loaded` are versions that the server has sent. */
export function labelsOfTests(
  view: Pick<WardView, 'all' | 'get' | 'isPending'>,
  devices: readonly DeviceRecord[],
  loaded: LoadedVersions = new Map(),
): ResultLabels {
  const byDevice = new Map<string, TestRecord[]>();
  for (const test of view.all('test')) byDevice.set(test.deviceId, [...(byDevice.get(test.deviceId) ?? []), test]);
  const missing = new Set<VersionKey>();
  const stepsOf = ({ procedureId, version }: TestRecord) => {
    const procedure = view.get('procedure', procedureId);
    if (procedure?.version === version) return procedure.steps;
    missing.add(`${procedureId}/${version}`);
    return loaded.get(`${procedureId}/${version}`);
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
    unknown: labels.filter(({ test }) => test.result === null).length,
    missing: [...missing],
    waiting: labels.filter(({ test }) => view.isPending('test', test.id)).length,
  };
}
