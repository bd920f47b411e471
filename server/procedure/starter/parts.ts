import {
  appliedPartDetail,
  electricalStandard,
  electricalTitles,
  standardLimit,
  starterLeakageTitle,
  toBeSet,
} from '#contract/rules/procedure.ts';
import type { ElectricalMethod, AppliedPart, Step } from '#contract/records/procedure.ts';

/** A step of the starter set; it gets its id when a hospital adds the set. */
export type StarterStep = Step extends infer S ? (S extends Step ? Omit<S, 'id'> : never) : never;

/** A procedure of the starter set. */
export interface Starter {
  name: string;
  /** The procedure is assigned to equipment types whose name contains one of these words. */
  words: readonly string[];
  steps: readonly StarterStep[];
}

/** Creates a step for a visual check. */
export const look = (title: string, detail = ''): StarterStep => ({ kind: 'look', title, detail });

/** Creates a step for a reading between two limits, either of which may be absent. */
export const reading = (
  title: string,
  unit: string,
  limits: { nominal?: number; lower?: number; upper?: number },
  detail = '',
): StarterStep => ({
  kind: 'reading',
  title,
  detail,
  unit,
  nominal: limits.nominal ?? null,
  lower: limits.lower ?? null,
  upper: limits.upper ?? null,
  source: toBeSet,
  isConfirmed: false,
  needsTester: true,
});

/** Creates a step for a reading without an instrument: from a clock, or from the device's own display. */
export const ownReading = (...args: Parameters<typeof reading>): StarterStep => {
  const step = reading(...args);
  return step.kind === 'reading' ? { ...step, needsTester: false } : step;
};

const electrical = (
  method: ElectricalMethod,
  appliedPart: AppliedPart,
  { title = electricalTitles[method], detail = switchedOn }: { title?: string; detail?: string } = {},
): StarterStep => ({
  kind: 'electrical',
  title,
  detail,
  method,
  protectionClass: 'I',
  appliedPart,
  nominal: null,
  lower: null,
  upper: standardLimit({ method, protectionClass: 'I', appliedPart }),
  source: electricalStandard,
  isConfirmed: false,
});

const switchedOn =
  'With the safety analyser, device switched on. A device of another class gets a procedure of its own.';
const cordAlone =
  'The cord alone, from the earth pin of the plug to that of the connector. Flex it at both ends while measuring.';

/** Leakage of the device, and of its applied part if the standard limits it. */
const leakage = (appliedPart: AppliedPart): StarterStep[] => [
  electrical('leakage-direct', appliedPart, { title: starterLeakageTitle }),
  ...(appliedPart === 'BF' || appliedPart === 'CF'
    ? [electrical('applied-part-direct', appliedPart, { detail: appliedPartDetail })]
    : []),
];

/** Earth resistance and leakage of a device with a detachable mains cord, which is measured separately. */
export const electricalSafety = (appliedPart: AppliedPart): StarterStep[] => [
  electrical('earth-cord', 'none', { detail: cordAlone }),
  electrical('earth-device', appliedPart),
  ...leakage(appliedPart),
];

/** The same checks for a device with a fixed mains cord. */
export const electricalSafetyFixed = (appliedPart: AppliedPart): StarterStep[] => [
  electrical('earth-fixed-cord', appliedPart),
  ...leakage(appliedPart),
];

/** Returns the visual check that begins every procedure. */
export const outside = (): StarterStep[] => [
  look('Housing and labels', 'No cracks, no missing screws, no liquid inside; serial number and warnings can be read.'),
  look('Mains cord, plug and strain relief', 'No cuts, no bent pins, no scorch marks.'),
];

/** Creates a step for a photo. */
export const photo = (title: string): StarterStep => ({ kind: 'photo', title, detail: '', isRequired: false });
