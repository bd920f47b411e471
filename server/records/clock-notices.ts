import { clockErrorText } from '#contract/rules/clock-error.ts';
import type { EntryTime } from '../context.ts';

/** Returns the notice for the author of an entry whose clock was more than 10 minutes off. */
export function clockNotices({ clockFlagged, at, madeAt, tabletTime }: EntryTime): string[] {
  if (!clockFlagged) return [];
  if (madeAt === null) return ['The clock of this tablet showed an impossible year when this was saved.'];
  const error = clockErrorText(at.getTime() - madeAt.getTime());
  return [`The clock of this tablet was ${tabletTime ? 'at least ' : ''}${error} when this was saved.`];
}
