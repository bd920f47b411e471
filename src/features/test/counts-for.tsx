import type { DeviceRecord, TaskRecord } from '#contract/records/ward.ts';
import type { Step } from '#contract/records/procedure.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { dueTasksFor } from '#contract/rules/fitting-task.ts';
import { workName } from '#contract/rules/next-due.ts';
import { dueDay } from '#contract/rules/task-status.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { RadioGroup } from '#ui/ui/radio-group.tsx';
import type { TestDraft, TestTarget } from '../../work/test-draft.ts';

/**
 * Returns the due tasks that a new test without a task could count for, likeliest first. Source: docs/product.md P218.
 */
export function useDueTasks(
  device: DeviceRecord,
  { procedureId, taskId, correctsId }: TestTarget,
  { steps, today }: { steps: readonly Step[]; today: LocalDay },
): TaskRecord[] {
  return useView(
    (view) => {
      if (taskId !== null || correctsId !== null) return [];
      const own = view.all('task').filter(({ deviceId }) => deviceId === device.id);
      return dueTasksFor(own, { procedureId, steps, plans: device.plans ?? [], today });
    },
    [device, procedureId, taskId, correctsId, steps, today],
  );
}

/** Returns the task that a draft counts for; the likeliest one until the user chooses. */
export function countedTask(due: readonly TaskRecord[], { countsFor }: Pick<TestDraft, 'countsFor'>): string | null {
  if (countsFor === undefined) return due[0]?.id ?? null;
  return due.some(({ id }) => id === countsFor) ? countsFor : null;
}

interface CountsForProps {
  due: readonly TaskRecord[];
  /** The task that the test counts for. */
  taskId: string | null;
  onChange: (taskId: string | null) => void;
}

const wordsOf = (task: TaskRecord) => `${workName(task.type)} due ${formatShortDay(dueDay(task))}`;

/** Asks whether a test counts for a task that is due; renders nothing if none fits. */
export function CountsFor({ due, taskId, onChange }: CountsForProps) {
  const [first] = due;
  if (!first) return null;
  const isOne = due.length === 1;
  return (
    <RadioGroup
      label={isOne ? `Counts for ${wordsOf(first)}?` : 'Which due task does this test count for?'}
      options={[
        ...due.map((task) => ({ value: task.id, label: isOne ? 'Yes' : sentence(wordsOf(task)) })),
        { value: '', label: isOne ? 'No' : 'None of these' },
      ]}
      value={taskId ?? ''}
      onChange={(value) => onChange(value === '' ? null : value)}
    />
  );
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
