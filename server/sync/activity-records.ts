import type { CallSpec } from '#contract/define.ts';
import type { WriteScope } from '../db/scope.ts';

/** What the activity log needs of a write: its call, and params, query and body as sent. */
interface Write {
  spec: CallSpec;
  input: unknown;
}

/** Returns which variant of a call an accepted body asks for; null if the call has none. */
export function variantOf({ spec: { activity }, input }: Write): string | null {
  const isByBody = typeof activity === 'object' && typeof input === 'object' && input !== null && 'body' in input;
  return isByBody ? activity.variantOf(input.body) : null;
}

/** Returns whether a record only tells tablets about changed accounts, and is therefore not the subject of a write. */
const isNews = (kind: string, id: string): boolean => kind === 'notice' || (kind === 'setting' && id === 'accounts');

/** Returns the records that a write changed in a hospital, as `kind:id`. */
export const touchedIn = (scope: WriteScope): string[] =>
  scope.changes().flatMap(({ kind, id }) => (isNews(kind, id) ? [] : `${kind}:${id}`));

/**
 * Returns the records of a write with its subject first, which may not be in the replica, such as a vendor or an
 * account.
 */
export function withSubject(touched: string[], { spec, input }: Write, answer: unknown): string[] {
  const params = typeof input === 'object' && input !== null && 'params' in input ? input.params : undefined;
  const id = idIn(params) ?? idIn(answer);
  if (id === undefined) return touched;
  const subjects = [id, ...otherIdIn(answer)].map(
    (each) =>
      touched.find((record) => record.endsWith(`:${each}`)) ?? `${spec.path.split('/')[1]?.toLowerCase()}:${each}`,
  );
  return [...subjects, ...touched.filter((record) => !subjects.includes(record))];
}

/** Returns the other record of a merge. */
function otherIdIn(answer: unknown): string[] {
  return typeof answer === 'object' && answer !== null && 'intoId' in answer && typeof answer.intoId === 'string'
    ? [answer.intoId]
    : [];
}

function idIn(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    ? value.id
    : undefined;
}
