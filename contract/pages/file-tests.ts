import type { FileReading, FileTest } from '../calls/test/file-test.ts';
import type { TestRecord } from '../records/test.ts';
import { isMeasured, limitProblem, limitWords, unitOf, valueOf } from '../rules/procedure.ts';
import type { Answer, Step } from '../records/procedure.ts';
import { refusedToday } from '../rules/test-result.ts';
import { buildTestRows } from './certificate.ts';

/** A test with the steps of its version; null where they are not known. */
export interface TestWithSteps {
  test: TestRecord;
  steps: readonly Step[] | null;
}

/** Returns the tests of a device for its papers, earliest first. Source: docs/product.md P116. */
export function buildFileTests(tests: readonly TestWithSteps[]): FileTest[] {
  const byId = new Map(tests.map((one) => [one.test.id, one]));
  return buildTestRows(tests.map(({ test }) => test))
    .toReversed()
    .flatMap(({ id, correctedBy }) => {
      const known = byId.get(id);
      return known ? [fileTestOf(known, correctedBy)] : [];
    });
}

function fileTestOf({ test, steps }: TestWithSteps, correctedBy: string | null): FileTest {
  const answers = new Map(test.answers.map((answer) => [answer.stepId, answer]));
  const { id, procedureId, procedureName, version, result, limitation, adjusted, findings } = test;
  const { testedAt, testedOn, by, nextDueOn, openTask, correctsId } = test;
  const presentResult = steps && refusedToday(test, steps);
  return {
    id,
    procedureId,
    procedureName,
    version,
    result,
    ...(presentResult && { presentResult }),
    limitation,
    ...(adjusted && { adjusted }),
    findings,
    testedAt,
    testedOn,
    by,
    testers: test.testers.map(({ name, serialNumber, certificateNumber, dueOn }) => ({
      name,
      serialNumber,
      certificateNumber,
      dueOn,
    })),
    nextDueOn,
    ...(openTask && { openTask }),
    correctsId,
    correctedBy,
    readings: steps && steps.flatMap((step) => readingOf(step, answers.get(step.id)) ?? []),
  };
}

/** Returns the reading of a measured step; nothing if it was not taken. */
function readingOf(step: Step, answer: Answer | undefined): FileReading | null {
  const value = answer ? valueOf(answer) : null;
  if (!answer || value === null || !isMeasured(step)) return null;
  return {
    stepId: step.id,
    title: step.title,
    unit: unitOf(step),
    lower: step.lower,
    upper: step.upper,
    limits: limitWords(step),
    isConfirmed: step.isConfirmed,
    found: answer.found,
    left: answer.left,
    problem: limitProblem(step, value) ?? '',
  };
}
