import { paths, withQuery } from '#ui/paths.ts';

/** Query parameter with the screen that the user came from. */
export const returnQuery = 'return';

/**
 * Returns the address to go back to: a path of this app, never another site or the sign-in; undefined if the query has
 * none.
 */
export function returnPath(params: URLSearchParams): string | undefined {
  const path = params.get(returnQuery) ?? '';
  const isOfThisApp = /^\/(?![/\\])\P{Cc}*$/u.test(path);
  return isOfThisApp && !/^\/login\b/i.test(path) ? path : undefined;
}

/** Returns the sign-in link that leads back to the current page. */
export function signInFrom({ pathname, search }: { pathname: string; search: string }): string {
  return withQuery(paths.login(), { [returnQuery]: `${pathname}${search}` });
}

/** Returns a back link to the round that the user came from, for a screen's header. */
export function backToRound(params: URLSearchParams): { to: string; label: string } | undefined {
  const path = returnPath(params);
  return path?.startsWith(paths.roundAdd('')) ? { to: path, label: 'Back to the round' } : undefined;
}
