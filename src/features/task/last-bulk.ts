import { undoForMs } from '#contract/rules/undo.ts';
import type { OutboxEntry } from '#ui/engine/engine.ts';

const doneWords = new Map([
  ['task.assign', 'assigned'],
  ['task.move', 'moved'],
  ['task.cancel', 'cancelled'],
]);

/** This user's last bulk action on tasks, and which parts of it have been undone. */
export interface LastBulk {
  /** The action: assigned, moved or cancelled. */
  done: string;
  /** ISO instant at which it began. */
  at: string;
  acts: { taskId: string; act: string }[];
  /** The entries that undo it; none until its author asks for it. */
  undos: readonly OutboxEntry[];
}

/** The task of an entry and, for an undo, the action that it undoes. */
const bodyOf = ({ call }: OutboxEntry) => (call?.body ?? {}) as { taskId: string; act?: string };

/** The body without the task; it is the same for all entries of one action. */
function sharedOf(entry: OutboxEntry): string {
  const { taskId: _task, ...shared } = bodyOf(entry);
  return `${entry.kind} ${JSON.stringify(shared)}`;
}

/**
 * Finds the last bulk action on tasks that can still be undone. It is read from the outbox, which keeps the entries of
 * this user through a reload and without network. Source: docs/product.md P266.
 */
export function lastBulkOf(entries: readonly OutboxEntry[], nowMs: number): LastBulk | null {
  const own = entries.filter(({ own: isOwn, call }) => isOwn && call !== null).toSorted((a, b) => b.seq - a.seq);
  const acts = own.filter(({ kind, state }) => doneWords.has(kind) && state !== 'attention');
  const [newest] = acts;
  if (!newest) return null;
  const others = acts.findIndex((entry) => sharedOf(entry) !== sharedOf(newest));
  const group = others < 0 ? acts : acts.slice(0, others);
  const at = group.at(-1)?.madeAt ?? newest.madeAt;
  if (group.length < 2 || nowMs - Date.parse(at) > undoForMs) return null;
  const bodies = group.map((entry) => ({ taskId: bodyOf(entry).taskId, act: entry.id }));
  const known = new Set(group.map(({ id }) => id));
  const undos = own.filter((entry) => entry.kind === 'task.undo' && known.has(bodyOf(entry).act ?? ''));
  return { done: doneWords.get(newest.kind) ?? '', at, acts: bodies, undos };
}
