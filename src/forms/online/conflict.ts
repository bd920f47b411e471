import { changesBetween } from '#contract/rules/merge/merge.ts';
import type { Shape } from '#contract/rules/merge/shape.ts';
import { CallError } from '#ui/engine/engine.ts';

/** A record as values of its form. */
export type Values = Readonly<Record<string, unknown>>;

/** The current record if a save was refused because someone else changed it meanwhile; else null. */
export function presentRecord(error: unknown): Values | null {
  if (!(error instanceof CallError) || error.problem?.code !== 'record.conflict') return null;
  const current = error.problem.context?.['current'];
  return typeof current === 'object' && current !== null ? { ...current } : null;
}

/** The values that people see; the revision is the server's. */
export function withoutRevision({ revision: _revision, ...values }: Values): Values {
  return values;
}

/** True when a body that was sent equals the current record: then the change was this user's own. */
export function isOwnSave(shape: Shape | undefined, present: Values, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) return false;
  return changesBetween(shape, withoutRevision(present), withoutRevision({ ...sent })).length === 0;
}
