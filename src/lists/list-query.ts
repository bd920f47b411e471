import { useSearchParams } from 'react-router-dom';
import type { SortOrder } from '#ui/ui/table-sort.tsx';
import { longestSearch } from '#ui/ui/search-field.tsx';
import { startOfText } from '#contract/rules/cut-text.ts';

/** A list's state in its URL: `?search=vent&status=Open&sort=-reportedDate&page=2`. */
export interface ListQuery {
  search: string;
  /** Counted from 1. */
  page: number;
  pageSize: number;
  sort: SortOrder | undefined;
  filter: (name: string) => string;
  /** A change of search, filter or page size goes back to page 1. */
  setSearch: (search: string) => void;
  setPage: (page: number) => void;
  /** Replaces the history entry, so that Back skips it. */
  replacePage: (page: number) => void;
  setPageSize: (pageSize: number) => void;
  setSort: (sort: SortOrder) => void;
  setFilter: (name: string, value: string) => void;
}

/** Default number of rows per page. Source: docs/product.md P13. */
const defaultPageSize = 10;

function positive(text: string | null, otherwise: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : otherwise;
}

function sortOf(text: string | null): SortOrder | undefined {
  if (!text) return undefined;
  return text.startsWith('-') ? { key: text.slice(1), direction: 'desc' } : { key: text, direction: 'asc' };
}

/**
 * Keeps a list's search, filters, order and page in the URL, so that a colleague who opens the link sees the same list.
 */
export function useListQuery(defaults: { pageSize?: number; sort?: SortOrder } = {}): ListQuery {
  const [params, setParams] = useSearchParams();
  const change = (changes: Record<string, string>, keepPage = false) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (!keepPage) next.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: !keepPage, preventScrollReset: true },
    );
  return {
    search: startOfText(params.get('search') ?? '', longestSearch),
    page: positive(params.get('page'), 1),
    pageSize: positive(params.get('pageSize'), defaults.pageSize ?? defaultPageSize),
    sort: sortOf(params.get('sort')) ?? defaults.sort,
    filter: (name) => params.get(name) ?? '',
    setSearch: (search) => change({ search }),
    setPage: (page) => change({ page: page > 1 ? String(page) : '' }, true),
    replacePage: (page) => change({ page: page > 1 ? String(page) : '' }),
    setPageSize: (pageSize) => change({ pageSize: String(pageSize) }),
    setSort: ({ key, direction }) => change({ sort: direction === 'desc' ? `-${key}` : key }),
    setFilter: (name, value) => change({ [name]: value }),
  };
}
