import type { CallName } from '#contract/index.ts';
import { instantMs } from '#contract/rules/hospital-day.ts';
import { undoForMs } from '#contract/rules/undo.ts';
import type { CallInput, WardEngine } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { renewReads } from '#ui/engine/use-online-call.ts';

type RestoreName = Exclude<Extract<CallName, `restore${string}`>, 'restorePastWork' | 'restoreTicket'>;

/** The call that undoes a deletion. */
export type Restoration = { [N in RestoreName]: { call: N; input: CallInput<N> } }[RestoreName];

/** A deletion of this user that can be undone for an hour. */
export interface RecentDeletion {
  id: string;
  /** The deleted record: `Warranty “AMC-7”`. */
  name: string;
  at: string;
  restoration: Restoration;
}

type DraftStore = Pick<WardEngine, 'readDraft' | 'writeDraft' | 'deleteDraft'>;

/** The draft in which this tablet keeps a user's deletions; its suffix marks it as not being a form. */
const storedAs = 'recent-deletions:kept';

/** Returns the deletions that can still be undone, latest first; the tablet forgets the others. */
export async function readDeletions(engine: DraftStore, nowMs: number): Promise<RecentDeletion[]> {
  const kept = await engine.readDraft<RecentDeletion[]>(storedAs).catch(() => undefined);
  const left = (kept ?? []).filter(({ at }) => nowMs - instantMs(at) < undoForMs);
  if (kept && left.length === 0) await engine.deleteDraft(storedAs).catch(() => undefined);
  return left;
}

/** Keeps a deletion, so that it can be undone once its message has gone; a full tablet keeps none. */
export async function keepDeletion(engine: DraftStore, deletion: RecentDeletion): Promise<void> {
  const others = await readDeletions(engine, instantMs(deletion.at));
  await engine.writeDraft(storedAs, [deletion, ...others]).catch(() => undefined);
}

/** Returns a function that undoes a deletion on the server. Throws: the server's refusal. */
export function useRestore(): (deletion: RecentDeletion) => Promise<void> {
  const engine = useEngine();
  return async ({ id, at, restoration: { call, input } }) => {
    await engine.call(call, input);
    renewReads(engine);
    const others = (await readDeletions(engine, instantMs(at))).filter((other) => other.id !== id);
    const kept = others.length === 0 ? engine.deleteDraft(storedAs) : engine.writeDraft(storedAs, others);
    await kept.catch(() => undefined);
  };
}
