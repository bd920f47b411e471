import type { AdjustedReading, TestResult, UsedTester, Answer, Step } from '../records/procedure.ts';
import { formatSlashDay } from './dates-format.ts';
import type { LocalDay } from './hospital-day.ts';
import { keptFiles } from './missing-file.ts';
import { isMeasured, lacksLimit, limitProblem, quantity, unitOf, valueOf } from './procedure.ts';

/** Why a test is not a plain Pass; with `isFinal`, no stated limitation can make it a Pass limited. */
export interface Finding {
  kind: 'not-ok' | 'out-of-limits' | 'no-limit' | 'not-done' | 'no-tester' | 'tester-out-of-date';
  stepId: string | null;
  words: string;
  isFinal: boolean;
}

/** Returns whether a certificate covers a day; its due day is the last one. */
export function isInDate({ dueOn }: { dueOn: LocalDay }, on: LocalDay): boolean {
  return dueOn >= on;
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
    const isThere = step.kind === 'photo' ? keptFiles(answer?.photos ?? []).length > 0 : (answer?.text ?? '') !== '';
    return step.isRequired && !isThere ? missing : null;
  }
  const value = answer ? valueOf(answer) : null;
  if (value === null) return { ...missing, isFinal: step.kind === 'electrical' };
  if (lacksLimit(step)) return finding('no-limit', step, 'the procedure has no limit, so this value cannot pass', true);
  const problem = limitProblem(step, value);
  return problem === null ? null : finding('out-of-limits', step, problem, step.kind === 'electrical');
}

/** Returns whether an answer says something that a test can rely on. */
function isTested(step: Step, answer: Answer | undefined): boolean {
  if (!answer) return false;
  if (step.kind === 'look') return answer.look === 'ok' || answer.look === 'not-ok';
  return isMeasured(step) ? valueOf(answer) !== null : false;
}

/** The facts that decide the result of a test. */
export interface TestFacts {
  steps: readonly Step[];
  answers: readonly Answer[];
  testers: readonly UsedTester[];
  /** Day of the test. */
  on: LocalDay;
  /** The use for which the device passes; empty if it is not limited. */
  limitation: string;
}

/**
 * Lists everything that keeps a test from a plain Pass. Measured values need a tester, and each tester must be in date
 * on the day of the test. Final problems cannot become a Pass limited: electrical safety out of limits or not measured,
 * and values without a tester in date. Source: docs/product.md P194.
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
    found.push({ kind: 'no-tester', stepId: null, words: 'No tester is selected.', isFinal: true });
  }
  for (const tester of testers) {
    if (isInDate(tester, on)) continue;
    const words = `Tester out of date: ${tester.name} ${tester.serialNumber} was due on ${formatSlashDay(tester.dueOn)}.`;
    found.push({ kind: 'tester-out-of-date', stepId: null, words, isFinal: measured });
  }
  return found;
}

/** Returns the result of a test; it is computed and never typed. Source: docs/product.md P103. */
export function judgeTest(facts: TestFacts): { result: TestResult; findings: Finding[] } {
  const findings = findingsOf(facts);
  const isLimited = facts.limitation.trim() !== '';
  if (findings.length === 0) return { result: isLimited ? 'Pass limited' : 'Pass', findings };
  if (isLimited && !findings.some(({ isFinal }) => isFinal)) return { result: 'Pass limited', findings };
  const isFailed = findings.some(({ kind }) => kind === 'not-ok' || kind === 'out-of-limits' || kind === 'no-limit');
  return { result: isFailed ? 'Fail' : 'Incomplete', findings };
}

interface Limited {
  result: TestResult | null;
  limitation: string;
  /** The verdict of the current rules, if it differs. */
  presentResult?: TestResult | undefined;
}

/**
 * Returns the limitation that a device may be used under: text that was entered for another result does not permit use.
 */
export function limitationInForce({ result, limitation, presentResult }: Limited): string {
  return (presentResult ?? result) === 'Pass limited' ? limitation : '';
}

/** Describes a result with its limitation in force. */
export function limitedResult(test: Limited & { result: TestResult }): string {
  const limitation = limitationInForce(test);
  return limitation === '' ? test.result : `${test.result}: ${limitation}`;
}

/** Returns whether a result closes the task of its test: the device can be used, with or without a limitation. */
export function isPass(result: TestResult): boolean {
  return result === 'Pass' || result === 'Pass limited';
}

/** Returns the values that were found out of their limits and left within them. Source: docs/product.md P215. */
export function adjustedReadings({ steps, answers }: Pick<TestFacts, 'steps' | 'answers'>): AdjustedReading[] {
  const byStep = new Map(answers.map((answer) => [answer.stepId, answer]));
  return steps.flatMap((step) => {
    const { found = null, left = null } = byStep.get(step.id) ?? {};
    if (!isMeasured(step) || found === null || left === null) return [];
    if (limitProblem(step, found) === null || limitProblem(step, left) !== null) return [];
    return [{ stepId: step.id, title: step.title, unit: unitOf(step), found, left }];
  });
}

/** A value found out of its limits; `left` is null if it was not measured again. */
export type OutReading = Pick<AdjustedReading, 'title' | 'unit' | 'found'> & { left: number | null };

/** Lists in words the values found out of their limits; empty if there are none. */
export function adjustedWords(adjusted: readonly OutReading[] = []): string {
  const each = adjusted.map(
    ({ title, unit, found, left }) =>
      `${title}: found ${quantity(found, unit)}${left === null ? '' : `, left ${quantity(left, unit)}`}`,
  );
  return each.join('; ');
}

/**
 * Returns the result of a stored test by the current rules if they would not pass it, else null. Stored results never
 * change, so papers and labels also show this one. Source: docs/product.md P213.
 */
export function refusedToday(
  test: Omit<TestFacts, 'steps' | 'on'> & { testedOn: LocalDay; result: TestResult },
  steps: readonly Step[],
): TestResult | null {
  if (!isPass(test.result)) return null;
  const { result } = judgeTest({ ...test, steps, on: test.testedOn });
  return isPass(result) ? null : result;
}

/** Returns the words of a task about the test that closed it. */
export function testSentence(test: { procedureName: string; version: number; result: TestResult }): string {
  return `${test.procedureName}, version ${test.version}: ${test.result}`;
}

/** Returns the words of a task about a correction that reopens it. Source: docs/product.md P210. */
export const reopeningSentence = (sentence: string): string =>
  `The test that closed this task was corrected: ${sentence}`;

/** A value measured before. */
export interface EarlierReading {
  value: number;
  on: LocalDay;
}

/** Returns the latest earlier value of each step of a procedure from the records of one device. */
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
