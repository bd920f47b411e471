import type { TestRecord } from '#contract/records/test.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { overdueWords } from '#contract/rules/next-due.ts';
import { latestTests } from '#contract/rules/latest-tests.ts';
import type { Step, TestResult } from '#contract/records/procedure.ts';
import { adjustedWords, isPass, limitationInForce, refusedToday } from '#contract/rules/test-result.ts';

/** Printed in place of a result. */
export const notKnown = 'Result not known';

/** What a result label says about a test. */
export interface LabelTest {
  id: string;
  /** Null where it is not known here whether the stored Pass still stands: the steps of its version are missing. */
  result: TestResult | null;
  /** Empty unless the result is Pass limited. */
  limitation: string;
  testedOn: LocalDay;
  nextDueOn: LocalDay | null;
  openTask?: TestRecord['openTask'];
  procedureName: string;
  /** What was found out of limits and left within them, in words. */
  adjusted: string;
}

/**
 * Returns the latest test of a device by each procedure, latest first; a test that was corrected gets no label. A
 * stored Pass that current rules no longer accept gets their result; without the steps of its version, nothing is known
 * of it. Source: docs/product.md P213.
 */
export function labelTests(
  tests: readonly TestRecord[],
  stepsOf: (test: TestRecord) => readonly Step[] | undefined,
): LabelTest[] {
  return [...latestTests(tests, ({ procedureId }) => procedureId).values()]
    .toSorted((a, b) => (a.testedAt < b.testedAt ? 1 : -1))
    .map((test) => {
      const { id, result, limitation, testedOn, nextDueOn, openTask, procedureName } = test;
      const steps = stepsOf(test);
      const present = steps ? (refusedToday(test, steps) ?? result) : isPass(result) ? null : result;
      return {
        id,
        result: present,
        limitation: limitationInForce({ result: present, limitation }),
        testedOn,
        nextDueOn,
        openTask,
        procedureName,
        adjusted: adjustedWords(test.adjusted),
      };
    });
}

/** Formats when the next test is due, short enough for a label. */
export function dueWords({
  result,
  nextDueOn,
  openTask,
}: Pick<LabelTest, 'result' | 'nextDueOn' | 'openTask'>): string {
  if (result === null) return 'See its certificate';
  if (result === 'Fail') return 'Due: after repair';
  if (openTask) return overdueWords(openTask);
  if (result === 'Incomplete') return 'Due: test not complete';
  return nextDueOn === null ? 'Due: not planned' : `Due ${formatShortDay(nextDueOn)}`;
}
