import { CallError } from '#ui/engine/engine.ts';
import { sameValue } from '#ui/platform/same-value.ts';

type Values = Readonly<Record<string, unknown>>;

/** A field in which the present record and the form differ. */
export interface Clash {
  field: string;
  theirs: unknown;
  mine: unknown;
  /** The user of this form has not touched the field: keeping mine takes over theirs. */
  untouched: boolean;
}

/** The current record if a save was refused because someone else changed it meanwhile; else null. */
export function presentRecord(error: unknown): Values | null {
  if (!(error instanceof CallError) || error.problem?.code !== 'record.conflict') return null;
  const current = error.problem.context?.['current'];
  return typeof current === 'object' && current !== null ? { ...current } : null;
}

/**
 * The fields of `theirs` that differ from the form. `base` is what the form was opened with; without it (a draft of an
 * earlier day) every field counts as typed by this user.
 */
export function clashesOf(theirs: Values, mine: Values, base: Values | undefined): Clash[] {
  return Object.entries(theirs).flatMap(([field, value]) => {
    if (field === 'revision' || sameValue(value, mine[field])) return [];
    const untouched = base !== undefined && sameValue(base[field], mine[field]);
    return [{ field, theirs: value, mine: mine[field], untouched }];
  });
}

/** True when a body that was sent equals the current record: then the change was this user's own. */
export function saysTheSame(present: Values, sent: unknown): boolean {
  return typeof sent === 'object' && sent !== null && clashesOf(present, { ...sent }, undefined).length === 0;
}
