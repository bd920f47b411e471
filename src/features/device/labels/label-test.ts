import type { TestRecord } from '#contract/records/test.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { latestTests } from '#contract/rules/latest-tests.ts';
import type { TestResult } from '#contract/records/procedure.ts';

/** What a result label says of a test. */
export interface LabelTest {
  id: string;
  result: TestResult;
  limitation: string;
  testedOn: LocalDay;
  nextDueOn: LocalDay | null;
  procedureName: string;
}

/** The latest test of a device by each of its procedures, the latest first; one that was corrected gets no label. */
export function labelTests(tests: readonly TestRecord[]): LabelTest[] {
  return [...latestTests(tests, ({ procedureId }) => procedureId).values()]
    .toSorted((a, b) => (a.testedAt < b.testedAt ? 1 : -1))
    .map(({ id, result, limitation, testedOn, nextDueOn, procedureName }) => ({
      id,
      result,
      limitation,
      testedOn,
      nextDueOn,
      procedureName,
    }));
}

/** When the next test is due, as a label has room for it. */
export function dueWords({ result, nextDueOn }: Pick<LabelTest, 'result' | 'nextDueOn'>): string {
  if (result === 'Fail') return 'Due: after repair';
  return nextDueOn === null ? 'Due: not planned' : `Due ${formatShortDay(nextDueOn)}`;
}
