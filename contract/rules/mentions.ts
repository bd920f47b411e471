import { sameKey } from './text.ts';

/** Returns how a text mentions a person, who is then notified: `@Asha Rao`. */
export const mentionOf = (name: string): string => `@${name}`;

/**
 * Returns the ids of the people that a text mentions with an @, in the order of `people`. Case and spelling variants of
 * the name do not matter; of two names that begin alike, the longer one counts. Source: docs/product.md P363.
 */
export function mentionedIn(text: string, people: readonly { id: string; name: string }[]): string[] {
  const named = new Set<string>();
  const keyed = people
    .map(({ id, name }) => ({ id, key: sameKey(name) }))
    .filter(({ key }) => key !== '')
    .toSorted((a, b) => b.key.length - a.key.length);
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])@/gu)) {
    const rest = sameKey(text.slice(index + 1));
    const found = keyed.find(({ key }) => rest.startsWith(key) && !/^[\p{L}\p{N}\p{M}]/u.test(rest.slice(key.length)));
    if (found) named.add(found.id);
  }
  return people.filter(({ id }) => named.has(id)).map(({ id }) => id);
}
