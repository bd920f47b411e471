import { readRevision } from '#contract/revision.ts';
import { changesBetween } from '#contract/rules/merge/merge.ts';
import type { Shape } from '#contract/rules/merge/shape.ts';
import { CallError } from '#ui/engine/engine.ts';

/** A record as values of its form. */
export type Values = Readonly<Record<string, unknown>>;

/** What stopped a save: someone else has changed the record meanwhile. */
interface Met {
  current: Values;
  /** The record that the edit began from, where the server still knows it. */
  opened: Values | undefined;
}

const recordIn = (value: unknown): Values | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined;

/** The current record if a save was refused because someone else changed it meanwhile; else null. */
export function presentRecord(error: unknown): Met | null {
  if (!(error instanceof CallError) || error.problem?.code !== 'record.conflict') return null;
  const current = recordIn(error.problem.context?.['current']);
  if (!current) return null;
  // This app compares the values itself: it sends back the present revision alone.
  const { revision } = current;
  const present = typeof revision === 'string' ? readRevision(revision).present : revision;
  return { current: { ...current, revision: present }, opened: recordIn(error.problem.context?.['opened']) };
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
