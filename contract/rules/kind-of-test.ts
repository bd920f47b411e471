import type { TaskRecord } from '../records/ward.ts';
import type { TestRecord } from '../records/test.ts';
import { valueOf } from './procedure.ts';
import type { Answer, Step } from '../records/procedure.ts';

/** Returns whether a test measured electrical safety, judged by the steps of its procedure. */
export function measuresElectricalSafety(answers: readonly Answer[], steps: readonly Step[]): boolean {
  const electrical = new Set(steps.filter(({ kind }) => kind === 'electrical').map(({ id }) => id));
  return answers.some((answer) => electrical.has(answer.stepId) && valueOf(answer) !== null);
}

/**
 * Returns the kind that a test counts as: that of its task. Without a task, a test that measured electrical safety is a safety
 * test, and one that measured anything else is a calibration.
 * Source: docs/decisions/324-tests-in-registers.md.
 */
export function countsAsKind(
  test: Pick<TestRecord, 'answers'>,
  task: Pick<TaskRecord, 'type'> | null,
  steps: readonly Step[],
): (kind: string) => boolean {
  if (task !== null) return (kind) => kind === task.type;
  const isSafety = measuresElectricalSafety(test.answers, steps);
  const readings = new Set(steps.filter(({ kind }) => kind === 'reading').map(({ id }) => id));
  const isCal = test.answers.some((answer) => readings.has(answer.stepId) && valueOf(answer) !== null);
  return (kind) => (kind === 'Safety' && isSafety) || (kind === 'Cal' && isCal);
}
