import type {
  AppliedPart,
  ProtectionClass,
  ElectricalMethod,
  Limits,
  ElectricalStep,
  MeasuredStep,
  Step,
  Answer,
} from '../records/procedure.ts';
import { inNaturalOrder } from './natural-order.ts';

/** Maximum number of steps of a procedure. Source: docs/product.md P100. */
export const maxSteps = 60;

/** How long tablets keep test records, so that a yearly test can be compared with the one before. Units: days. */
export const keptTestDays = 400;

/** Names of methods on screens and papers. */
export const electricalWords = {
  'earth-fixed-cord': 'Earth resistance, device with its fixed cord',
  'earth-device': 'Earth resistance, device without its cord',
  'earth-cord': 'Earth resistance, mains cord alone',
  'leakage-direct': 'Leakage current, direct method',
  'leakage-differential': 'Leakage current, differential method',
  'leakage-alternative': 'Leakage current, alternative method',
  'applied-part-direct': 'Applied part leakage, direct method',
  'applied-part-alternative': 'Applied part leakage, alternative method',
} satisfies Record<ElectricalMethod, string>;

/** The unit of a method's values. */
export function electricalUnit(method: ElectricalMethod): 'mΩ' | 'µA' {
  return method.startsWith('earth') ? 'mΩ' : 'µA';
}

/** One limit of the standard; it does not depend on a class or part that is absent. */
interface ElectricalLimit {
  method: ElectricalMethod;
  protectionClass?: ProtectionClass;
  appliedPart?: AppliedPart;
  /** Units: those of `electricalUnit`. */
  upper: number;
}

/** All electrical safety limits; a hospital checks them against its edition of the standard. Source: IEC 62353. */
export const electricalLimits: readonly ElectricalLimit[] = [
  { method: 'earth-fixed-cord', upper: 300 },
  { method: 'earth-device', upper: 200 },
  { method: 'earth-cord', upper: 100 },
  { method: 'leakage-direct', protectionClass: 'I', upper: 500 },
  { method: 'leakage-direct', protectionClass: 'II', upper: 100 },
  { method: 'leakage-differential', protectionClass: 'I', upper: 500 },
  { method: 'leakage-differential', protectionClass: 'II', upper: 100 },
  { method: 'leakage-alternative', protectionClass: 'I', upper: 1000 },
  { method: 'leakage-alternative', protectionClass: 'II', upper: 500 },
  { method: 'applied-part-direct', appliedPart: 'BF', upper: 5000 },
  { method: 'applied-part-direct', appliedPart: 'CF', upper: 50 },
  { method: 'applied-part-alternative', appliedPart: 'BF', upper: 5000 },
  { method: 'applied-part-alternative', appliedPart: 'CF', upper: 50 },
];

/** Returns the standard's upper limit for a measurement, or null. Source: docs/product.md P168. */
export function standardLimit({
  method,
  protectionClass,
  appliedPart,
}: Pick<ElectricalStep, 'method' | 'protectionClass' | 'appliedPart'>): number | null {
  const found = electricalLimits.find(
    (limit) =>
      limit.method === method &&
      (limit.protectionClass ?? protectionClass) === protectionClass &&
      (limit.appliedPart ?? appliedPart) === appliedPart,
  );
  return found?.upper ?? null;
}

/** Returns whether a step measures the leakage of the parts that touch the patient. */
export function measuresAppliedPart({ method }: Pick<ElectricalStep, 'method'>): boolean {
  return method === 'applied-part-direct' || method === 'applied-part-alternative';
}

/** The method of measuring the leakage of an applied part. */
export const appliedPartDetail =
  'Measure with the safety analyser, the device switched on and all patient connections of the applied part joined. Measure each applied part separately.';

/** Returns the default name of an electrical step. */
export const electricalTitles = {
  'earth-fixed-cord': 'Earth resistance with cord',
  'earth-device': 'Earth resistance',
  'earth-cord': 'Earth resistance of the mains cord',
  'leakage-direct': 'Leakage current, direct',
  'leakage-differential': 'Leakage current, differential',
  'leakage-alternative': 'Leakage current, alternative',
  'applied-part-direct': 'Applied part leakage, direct',
  'applied-part-alternative': 'Applied part leakage, alternative',
} satisfies Record<ElectricalMethod, string>;

/** The name of the device leakage step in the starter set. */
export const starterLeakageTitle = 'Device leakage current';

/** Default names of steps. */
const automaticTitles = new Set<string>([...Object.values(electricalTitles), starterLeakageTitle]);

/** The source of the limits of `standardLimit`. */
export const electricalStandard = 'IEC 62353';

/**
 * Source of a limit that the hospital still has to take from the maker’s manual; confirming the limit changes this
 * text.
 */
export const toBeSet = 'To be set from the maker’s manual';
const fromManual = 'Maker’s manual';

/** Returns the step with its limits marked as confirmed by the hospital. */
export function confirmed<S extends MeasuredStep>(step: S): S {
  return { ...step, isConfirmed: true, source: step.source === toBeSet ? fromManual : step.source };
}

/** Returns the step with its limits marked as not yet confirmed. */
export function stillToConfirm<S extends MeasuredStep>(step: S): S {
  return { ...step, isConfirmed: false, source: step.source === fromManual ? toBeSet : step.source };
}

/**
 * Changes what an electrical step measures: proposes the standard's limit, marks it as unconfirmed, and renames the
 * step unless a user has named it. Source: docs/product.md P168.
 */
export function remeasured(
  step: ElectricalStep,
  change: Partial<Pick<ElectricalStep, 'method' | 'protectionClass' | 'appliedPart'>>,
): ElectricalStep {
  const next = { ...step, ...change, isConfirmed: false };
  const upper = standardLimit(next);
  const isRenamed = next.method !== step.method && automaticTitles.has(step.title);
  const title = isRenamed ? electricalTitles[next.method] : step.title;
  // If the change does not affect the limit, a typed one stays.
  if (next.method === step.method && upper === standardLimit(step)) return { ...next, title };
  return { ...next, title, nominal: null, lower: null, upper, source: upper === null ? '' : electricalStandard };
}

/**
 * Finds the step with an applied part that the standard limits and no step measures, the strictest first. Source:
 * docs/product.md P242.
 */
export function unmeasuredPart(steps: readonly Step[]): ElectricalStep | null {
  const electrical = steps.filter((step) => step.kind === 'electrical');
  if (electrical.some(measuresAppliedPart)) return null;
  const ofPart = (part: AppliedPart) =>
    electrical.findLast(({ method, appliedPart }) => method.startsWith('leakage') && appliedPart === part);
  return ofPart('CF') ?? ofPart('BF') ?? null;
}

/** Adds the measurement of the applied part after a step that names the part. */
export function withAppliedPart(steps: readonly Step[], named: ElectricalStep, id: string): Step[] {
  const method = 'applied-part-direct';
  const step = { ...remeasured(named, { method }), id, title: electricalTitles[method], detail: appliedPartDetail };
  return steps.toSpliced(steps.indexOf(named) + 1, 0, step);
}

/** Returns whether a step asks for a number. */
export function isMeasured(step: Step): step is MeasuredStep {
  return step.kind === 'reading' || step.kind === 'electrical';
}

/** Returns the unit of a measured step. */
export function unitOf(step: MeasuredStep): string {
  return step.kind === 'electrical' ? electricalUnit(step.method) : step.unit;
}

/** Returns the value that counts: the one as left if something was adjusted. */
export function valueOf({ found, left }: Pick<Answer, 'found' | 'left'>): number | null {
  return left ?? found;
}

/** Formats a number with its unit; a space also precedes a percent sign, as on the hospital's other papers. */
export function quantity(value: number, unit: string): string {
  return unit === '' ? String(value) : `${value} ${unit}`;
}

/** Returns whether a measured step has limits that a value can exceed. */
export function hasLimit({ lower, upper }: Pick<Limits, 'lower' | 'upper'>): boolean {
  return lower !== null || upper !== null;
}

/**
 * Returns whether any value of a measured step would pass; electrical safety needs an upper limit. Source:
 * docs/product.md P167.
 */
export function lacksLimit(step: Step): boolean {
  if (!isMeasured(step)) return false;
  return step.kind === 'electrical' ? step.upper === null : !hasLimit(step);
}

/** Shown instead of limits. */
export const noLimit = 'no limit';

/** Describes the limits of a step in words. */
export function limitWords(step: MeasuredStep): string {
  const { lower, upper } = step;
  const unit = unitOf(step);
  if (lower !== null && upper !== null) return `${lower} to ${quantity(upper, unit)}`;
  if (upper !== null) return `at most ${quantity(upper, unit)}`;
  return lower === null ? noLimit : `at least ${quantity(lower, unit)}`;
}

/**
 * Returns on which side of its limits a value lies, or null if it is within them. The limits themselves are allowed.
 */
export function outOfLimits(
  { lower, upper }: Pick<Limits, 'lower' | 'upper'>,
  value: number,
): 'below' | 'above' | null {
  if (lower !== null && value < lower) return 'below';
  return upper !== null && value > upper ? 'above' : null;
}

/** Describes what is wrong with a measured value; null if it is within its limits. */
export function limitProblem(step: MeasuredStep, value: number): string | null {
  const side = outOfLimits(step, value);
  if (side === null) return null;
  const limit = side === 'below' ? step.lower : step.upper;
  const unit = unitOf(step);
  return `${quantity(value, unit)} is ${side} ${quantity(limit ?? 0, unit)}`;
}

/** Returns the limits that the hospital has not confirmed yet. */
export function unconfirmed(steps: readonly Step[]): MeasuredStep[] {
  return steps.filter((step) => isMeasured(step)).filter(({ isConfirmed }) => !isConfirmed);
}

/**
 * Lists the procedures of a device: first those of its schedules of a kind, then of its model, then of its equipment
 * type.
 */
export function proceduresFor<
  P extends { id: string; name: string; equipmentIds: readonly string[]; modelIds: readonly string[] },
>(
  device: { modelId: string; equipmentId: string; plans?: readonly { type: string; procedureId?: string }[] },
  procedures: readonly P[],
  type?: string,
): P[] {
  const planned = new Set(
    (device.plans ?? []).filter((plan) => plan.type === type).flatMap(({ procedureId }) => procedureId ?? []),
  );
  const rankOf = ({ id, modelIds, equipmentIds }: P): number => {
    if (planned.has(id)) return 0;
    if (modelIds.includes(device.modelId)) return 1;
    return equipmentIds.includes(device.equipmentId) ? 2 : 3;
  };
  return procedures
    .filter((one) => rankOf(one) < 3)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || inNaturalOrder(a.name, b.name));
}
