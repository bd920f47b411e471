import { readRevision } from '#contract/revision.ts';
import { changesBetween } from '#contract/rules/merge/merge.ts';
import type { Shape } from '#contract/rules/merge/shape.ts';
import { CallError } from '#ui/engine/engine.ts';

/** A record as form values. */
export type Values = Readonly<Record<string, unknown>>;

/** What stopped a save: another user's change to the record. */
interface Met {
  current: Values;
  /** The record that the edit started from, if the server still knows it. */
  opened: Values | undefined;
}

const recordIn = (value: unknown): Values | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined;

/** Returns the current record if a save was refused because of another user's change; else null. */
export function presentRecord(error: unknown): Met | null {
  if (!(error instanceof CallError) || error.problem?.code !== 'record.conflict') return null;
  const current = recordIn(error.problem.context?.['current']);
  if (!current) return null;
  // This app merges the values itself and sends back only the current revision.
  const { revision } = current;
  const present = typeof revision === 'string' ? readRevision(revision).present : revision;
  return { current: { ...current, revision: present }, opened: recordIn(error.problem.context?.['opened']) };
}

/** Returns the values that users see; the revision is internal to the server. */
export function withoutRevision({ revision: _revision, ...values }: Values): Values {
  return values;
}

/** Returns true if a sent body equals the current record: then the change was this user's own. */
export function isOwnSave(shape: Shape | undefined, present: Values, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) return false;
  return changesBetween(shape, withoutRevision(present), withoutRevision({ ...sent })).length === 0;
}
