import type { TaskRecord } from '#contract/records/ward.ts';

const known = new WeakMap<readonly TaskRecord[], ReadonlyMap<string, readonly TaskRecord[]>>();

/** Groups tasks by device; returns the same result for the same array. */
export function tasksByDevice(tasks: readonly TaskRecord[]): ReadonlyMap<string, readonly TaskRecord[]> {
  const made = known.get(tasks);
  if (made) return made;
  const groups = new Map<string, TaskRecord[]>();
  for (const task of tasks) {
    const group = groups.get(task.deviceId);
    if (group) group.push(task);
    else groups.set(task.deviceId, [task]);
  }
  known.set(tasks, groups);
  return groups;
}
