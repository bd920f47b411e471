import { paths, withQuery } from '#ui/paths.ts';

/** Query parameter that names the screen the user came from. */
export const returnQuery = 'return';

/** The place to go back to: a path of this app, never another site nor the sign-in; undefined if the query has none. */
export function returnPath(params: URLSearchParams): string | undefined {
  const path = params.get(returnQuery) ?? '';
  const isOfThisApp = /^\/(?![/\\])\P{Cc}*$/u.test(path);
  return isOfThisApp && !/^\/login\b/i.test(path) ? path : undefined;
}

/** The sign-in that leads back to where the user is now. */
export function signInFrom({ pathname, search }: { pathname: string; search: string }): string {
  return withQuery(paths.login(), { [returnQuery]: `${pathname}${search}` });
}

/** The link back to the round that the user came from, for the head of a screen. */
export function backToRound(params: URLSearchParams): { to: string; label: string } | undefined {
  const path = returnPath(params);
  return path?.startsWith(paths.roundAdd('')) ? { to: path, label: 'Back to the round' } : undefined;
}
