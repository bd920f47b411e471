import { createContext, type MouseEvent, use } from 'react';
import { useNavigate } from 'react-router-dom';

/** Where a tab stores text while it is open: the browser's session storage. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The search, filters and page with which each address was last shown in this tab. */
export interface KeptQueries {
  /** Stores the query of the current address. */
  keep: (pathname: string, search: string) => void;
  /** Clears all queries, so that the next user starts with unfiltered lists. */
  forget: () => void;
  /** Returns the address with the query it was last shown with; an address with a query is returned unchanged. */
  addressOf: (path: string) => string;
}

const storageKey = 'kept-queries';

/** Opens the queries of a tab; if there is no storage or it is denied, they last until the page reloads. */
export function openKeptQueries(storage: TabStorage | undefined): KeptQueries {
  let queries = read(storage);
  const write = (next: Readonly<Record<string, string>>) => {
    queries = next;
    try {
      storage?.setItem(storageKey, JSON.stringify(next));
    } catch {
      // In a browser that stores nothing, the queries last until the page reloads.
    }
  };
  return {
    keep(pathname, search) {
      if ((queries[pathname] ?? '') !== search) write({ ...queries, [pathname]: search });
    },
    forget() {
      if (Object.keys(queries).length > 0) write({});
    },
    addressOf: (path) => (path.includes('?') ? path : path + (queries[path] ?? '')),
  };
}

function read(storage: TabStorage | undefined): Readonly<Record<string, string>> {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(storageKey) ?? '{}');
    const pairs = Object.entries(typeof kept === 'object' && kept !== null ? kept : {});
    return Object.fromEntries(pairs.filter((pair): pair is [string, string] => String(pair[1]).startsWith('?')));
  } catch {
    return {};
  }
}

/** This tab's queries; null outside the app's frame. */
export const KeptQueriesContext = createContext<KeptQueries | null>(null);

/** Returns a function that gives a list's address as the user left it, for back links, Cancel and after saving. */
export function useKeptAddress(): (path: string) => string {
  const kept = use(KeptQueriesContext);
  return (path) => kept?.addressOf(path) ?? path;
}

/** Where a screen belongs, and what following the link does instead of leading there. */
export interface WayBack {
  to: string;
  label: string;
  onFollow?: (event: MouseEvent) => void;
}

/** The way back of a screen that many lead to: one step back, or home where it was opened by its address. */
export function useStepBack(home: WayBack): WayBack {
  const navigate = useNavigate();
  // The router counts the entries of this tab's history: the first one has nothing of this app before it.
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  if (idx === 0) return home;
  return {
    to: home.to,
    label: 'Back',
    onFollow: (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void navigate(-1);
    },
  };
}
