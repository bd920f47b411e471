import { createContext, type MouseEvent, use } from 'react';
import { useNavigate } from 'react-router-dom';

/** Where a tab keeps a text while it is open: the browser's session storage. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Search, filters and page that each address was last shown with in this tab. */
export interface KeptQueries {
  /** Keeps the query of the address that is shown. */
  keep: (pathname: string, search: string) => void;
  /** Forgets all of them: the next one to sign in starts with whole lists. */
  forget: () => void;
  /** The address with the query it was last shown with; one that has a query of its own stays as it is. */
  addressOf: (path: string) => string;
}

const storageKey = 'kept-queries';

/** Opens what a tab keeps; without storage, or where it is refused, it lasts until the page is loaded again. */
export function openKeptQueries(storage: TabStorage | undefined): KeptQueries {
  let queries = read(storage);
  const write = (next: Readonly<Record<string, string>>) => {
    queries = next;
    try {
      storage?.setItem(storageKey, JSON.stringify(next));
    } catch {
      // A browser that keeps nothing still has them until the page is loaded again.
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

/** What this tab keeps; nothing outside the app's frame. */
export const KeptQueriesContext = createContext<KeptQueries | null>(null);

/** The address of a list as the user left it: ways back, Cancel and a saved form lead there. */
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
