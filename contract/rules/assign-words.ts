import { counted, nounOf } from './counted.ts';

const listed = new Intl.ListFormat('en-IN');

/** Work as an assignment changes it: who has it now. */
export interface AssignedWork {
  technicianId: string | null;
}

/**
 * Says how many tasks an assignment changes, and who has them now; `chosen` is empty before somebody is chosen. Source:
 * docs/product.md P294.
 */
export function assignWords(
  work: readonly AssignedWork[],
  chosen: string,
  nameOf: (technicianId: string) => string,
): string {
  const changing = work.filter(({ technicianId }) => technicianId !== chosen);
  const same = work.length - changing.length;
  const holders = new Map<string | null, number>();
  for (const { technicianId } of changing) holders.set(technicianId, (holders.get(technicianId) ?? 0) + 1);
  const from = [...holders]
    .toSorted(([a, one], [b, other]) => Number(a === null) - Number(b === null) || other - one)
    .map(([id, count]) => (id === null ? `${count} without a technician` : `${count} from ${nameOf(id)}`));
  const changes =
    changing.length === 0
      ? 'No tasks will change.'
      : `${counted(changing.length, 'task')} ${nounOf(changing.length, 'changes', 'change')}: ${listed.format(from)}.`;
  if (same === 0) return changes;
  return `${changes} ${counted(same, 'task')} ${nounOf(same, 'is', 'are')} already assigned to ${nameOf(chosen)}.`;
}
