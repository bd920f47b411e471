import { formatSlashDay } from './dates-format.ts';
import type { LocalDay } from './hospital-day.ts';

/** Most steps of a procedure. Source: docs/product.md P100. */
export const maxSteps = 60;

/** How long tablets keep what was tested, so that a yearly test has the one before beside it. Units: days. */
export const keptTestDays = 400;

/** What a step asks for. */
export const stepKinds = ['look', 'reading', 'electrical', 'photo', 'text'] as const;

/** How a device protects against shock: earthed, doubly insulated, or fed by its own battery. Source: IEC 62353. */
export const protectionClasses = ['I', 'II', 'internal'] as const;
export type ProtectionClass = (typeof protectionClasses)[number];

/** The part that touches the patient. Source: IEC 62353. */
export const appliedParts = ['none', 'B', 'BF', 'CF'] as const;
export type AppliedPart = (typeof appliedParts)[number];

/** What is measured for electrical safety, and how. Source: IEC 62353. */
export const electricalMethods = [
  'earth-fixed-cord',
  'earth-device',
  'earth-cord',
  'leakage-direct',
  'leakage-differential',
  'leakage-alternative',
] as const;
export type ElectricalMethod = (typeof electricalMethods)[number];

/** How screens and papers name a method. */
export const electricalWords = {
  'earth-fixed-cord': 'Earth resistance, device with its fixed cord',
  'earth-device': 'Earth resistance, device without its cord',
  'earth-cord': 'Earth resistance, mains cord alone',
  'leakage-direct': 'Leakage current, direct method',
  'leakage-differential': 'Leakage current, differential method',
  'leakage-alternative': 'Leakage current, alternative method',
} satisfies Record<ElectricalMethod, string>;

/** The unit that a method is measured in. */
export function electricalUnit(method: ElectricalMethod): 'mΩ' | 'µA' {
  return method.startsWith('earth') ? 'mΩ' : 'µA';
}

/** Highest earth resistance. Units: mΩ. Source: IEC 62353. */
const earthLimits = { 'earth-fixed-cord': 300, 'earth-device': 200, 'earth-cord': 100 } as const;

/** The upper limit that the standard gives a method; null where it depends on the device. */
export function standardLimit(method: ElectricalMethod): number | null {
  return method === 'earth-fixed-cord' || method === 'earth-device' || method === 'earth-cord'
    ? earthLimits[method]
    : null;
}

/** What every step has. */
interface StepBase {
  /** The same in all versions of its procedure, so that readings can be compared over the years. */
  id: string;
  title: string;
  /** How it is done. */
  detail: string;
}

/** A limit of a reading, and where it comes from. */
export interface Limits {
  nominal: number | null;
  lower: number | null;
  upper: number | null;
  /** Who says so: a standard, the maker's manual. */
  source: string;
  /** False until the hospital has confirmed it: it is to be set from the maker's manual. */
  isConfirmed: boolean;
}

export type LookStep = StepBase & { kind: 'look' };
export type ReadingStep = StepBase & Limits & { kind: 'reading'; unit: string; needsTester: boolean };
export type ElectricalStep = StepBase &
  Limits & {
    kind: 'electrical';
    method: ElectricalMethod;
    protectionClass: ProtectionClass;
    appliedPart: AppliedPart;
  };
export type MeasuredStep = ReadingStep | ElectricalStep;
export type TextStep = StepBase & { kind: 'photo' | 'text'; isRequired: boolean };

/** One step of a procedure. */
export type Step = LookStep | MeasuredStep | TextStep;

/** What somebody saw. */
export const lookAnswers = ['ok', 'not-ok', 'na'] as const;
export type LookAnswer = (typeof lookAnswers)[number];

/** A photo that an answer names. */
export interface AnswerPhoto {
  sha256: string;
  size: number;
  mime: 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic';
  name: string;
}

/** What a record says at one step; parts that its kind does not have are empty. */
export interface Answer {
  stepId: string;
  look: LookAnswer | null;
  /** The reading as found, and after an adjustment as left. */
  found: number | null;
  left: number | null;
  text: string;
  photos: AnswerPhoto[];
}

/** A tester with the certificate that it was used under. */
export interface UsedTester {
  testerId: string;
  certificateId: string;
  name: string;
  serialNumber: string;
  certificateNumber: string;
  dueOn: LocalDay;
}

/** What a test comes to. Source: docs/product.md P103. */
export const testResults = ['Pass', 'Pass limited', 'Fail'] as const;
export type TestResult = (typeof testResults)[number];

/** Why a test is no plain Pass; `isFinal`: no limitation in words makes it a Pass. */
export interface Finding {
  kind: 'not-ok' | 'out-of-limits' | 'not-done' | 'no-tester' | 'tester-out-of-date';
  stepId: string | null;
  words: string;
  isFinal: boolean;
}

/** Whether a step asks for a number. */
export function isMeasured(step: Step): step is MeasuredStep {
  return step.kind === 'reading' || step.kind === 'electrical';
}

/** The unit of a measured step. */
export function unitOf(step: MeasuredStep): string {
  return step.kind === 'electrical' ? electricalUnit(step.method) : step.unit;
}

/** The value that counts: as left, where something was adjusted. */
export function valueOf({ found, left }: Pick<Answer, 'found' | 'left'>): number | null {
  return left ?? found;
}

/** A number with its unit; a percent sign stands apart too, as the hospital's other papers have it. */
export function quantity(value: number, unit: string): string {
  return unit === '' ? String(value) : `${value} ${unit}`;
}

/** The limits of a step in words. */
export function limitWords(step: MeasuredStep): string {
  const { lower, upper } = step;
  const unit = unitOf(step);
  if (lower !== null && upper !== null) return `${lower} to ${quantity(upper, unit)}`;
  if (upper !== null) return `at most ${quantity(upper, unit)}`;
  return lower === null ? 'no limit' : `at least ${quantity(lower, unit)}`;
}

/** On which side of its limits a value lies; null inside of them. Both limits are allowed values. */
export function outOfLimits(
  { lower, upper }: Pick<Limits, 'lower' | 'upper'>,
  value: number,
): 'below' | 'above' | null {
  if (lower !== null && value < lower) return 'below';
  return upper !== null && value > upper ? 'above' : null;
}

/** What is wrong with a measured value in words; null inside its limits. */
export function limitProblem(step: MeasuredStep, value: number): string | null {
  const side = outOfLimits(step, value);
  if (side === null) return null;
  const limit = side === 'below' ? step.lower : step.upper;
  const unit = unitOf(step);
  return `${quantity(value, unit)} is ${side} ${quantity(limit ?? 0, unit)}`;
}

/** Whether a certificate covers a day: the day that it is due is its last one. */
export function isInDate({ dueOn }: { dueOn: LocalDay }, on: LocalDay): boolean {
  return dueOn >= on;
}

/** The limits that nobody of the hospital has confirmed yet. */
export function unconfirmed(steps: readonly Step[]): MeasuredStep[] {
  return steps.filter((step) => isMeasured(step)).filter(({ isConfirmed }) => !isConfirmed);
}

function finding(kind: Finding['kind'], step: Step, what: string, isFinal = false): Finding {
  return { kind, stepId: step.id, words: `${step.title}: ${what}.`, isFinal };
}

function findingOf(step: Step, answer: Answer | undefined): Finding | null {
  const missing = finding('not-done', step, 'not done');
  if (step.kind === 'look') {
    if (!answer || answer.look === null) return missing;
    return answer.look === 'not-ok' ? finding('not-ok', step, 'not ok') : null;
  }
  if (!isMeasured(step)) {
    const isThere = step.kind === 'photo' ? (answer?.photos.length ?? 0) > 0 : (answer?.text ?? '') !== '';
    return step.isRequired && !isThere ? missing : null;
  }
  const value = answer ? valueOf(answer) : null;
  if (value === null) return missing;
  const problem = limitProblem(step, value);
  return problem === null ? null : finding('out-of-limits', step, problem, step.kind === 'electrical');
}

/** Whether an answer says something that a test can rest on. */
function isTested(step: Step, answer: Answer | undefined): boolean {
  if (!answer) return false;
  if (step.kind === 'look') return answer.look === 'ok' || answer.look === 'not-ok';
  return isMeasured(step) ? valueOf(answer) !== null : false;
}

/** What a test is judged by. */
export interface TestFacts {
  steps: readonly Step[];
  answers: readonly Answer[];
  testers: readonly UsedTester[];
  /** Day of the test. */
  on: LocalDay;
  /** For which use the device passes, in words; empty where nobody limits it. */
  limitation: string;
}

/**
 * Everything that keeps a test from a plain Pass. What was measured needs a tester, each tester must be in date on the day of
 * the test, and electrical safety out of its limits is final.
 */
export function findingsOf({ steps, answers, testers, on }: Omit<TestFacts, 'limitation'>): Finding[] {
  const byStep = new Map(answers.map((answer) => [answer.stepId, answer]));
  const found = steps.flatMap((step) => findingOf(step, byStep.get(step.id)) ?? []);
  if (!steps.some((step) => isTested(step, byStep.get(step.id)))) {
    found.push({ kind: 'not-done', stepId: null, words: 'Nothing was tested.', isFinal: true });
  }
  const measured = steps.some(
    (step) =>
      isMeasured(step) && (step.kind === 'electrical' || step.needsTester) && isTested(step, byStep.get(step.id)),
  );
  if (measured && testers.length === 0) {
    found.push({ kind: 'no-tester', stepId: null, words: 'No tester is named.', isFinal: false });
  }
  for (const tester of testers) {
    if (isInDate(tester, on)) continue;
    const words = `Tester out of date: ${tester.name} ${tester.serialNumber} was due on ${formatSlashDay(tester.dueOn)}.`;
    found.push({ kind: 'tester-out-of-date', stepId: null, words, isFinal: false });
  }
  return found;
}

/** The result of a test, computed and never typed. Source: docs/product.md P103. */
export function judgeTest(facts: TestFacts): { result: TestResult; findings: Finding[] } {
  const findings = findingsOf(facts);
  const isLimited = facts.limitation.trim() !== '';
  if (findings.length === 0) return { result: isLimited ? 'Pass limited' : 'Pass', findings };
  const isFinal = findings.some((one) => one.isFinal);
  return { result: isLimited && !isFinal ? 'Pass limited' : 'Fail', findings };
}

/** What a task says of the test that was done on it. */
export function testSentence(test: { procedureName: string; version: number; result: TestResult }): string {
  return `${test.procedureName}, version ${test.version}: ${test.result}`;
}

/** A value measured before. */
export interface EarlierReading {
  value: number;
  on: LocalDay;
}

/** The latest earlier value of each step of a procedure, by the records of one device. */
export function earlierReadings(
  tests: readonly { procedureId: string; testedAt: string; testedOn: LocalDay; answers: readonly Answer[] }[],
  procedureId: string,
): Map<string, EarlierReading> {
  const found = new Map<string, EarlierReading>();
  const own = tests.filter((test) => test.procedureId === procedureId);
  for (const { answers, testedOn } of own.toSorted((a, b) => (a.testedAt < b.testedAt ? -1 : 1))) {
    for (const answer of answers) {
      const value = valueOf(answer);
      if (value !== null) found.set(answer.stepId, { value, on: testedOn });
    }
  }
  return found;
}

/** The procedures of a device: those of its schedules of a kind first, then those of its model, then of its equipment type. */
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
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name, 'en', { numeric: true }));
}
