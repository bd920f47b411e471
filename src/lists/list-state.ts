import type { ListQuery } from './list-query.ts';
import { containsWords, searchWords } from '#contract/rules/text.ts';

/** A page of rows and its state, from any source. */
export interface ListState<Row> {
  /** Undefined until rows have loaded. */
  rows: readonly Row[] | undefined;
  totalCount: number;
  page: number;
  totalPages: number;
  refreshing: boolean;
  error: Error | null;
  reload?: (() => void) | undefined;
  /** Returns all filtered rows, from every page. */
  everything?: (() => readonly Row[] | Promise<readonly Row[]>) | undefined;
}

interface LocalRules<Row> {
  /** Returns a row's text to search. */
  textOf: (row: Row) => string;
  /** Orders by column key. */
  compare?: Readonly<Record<string, (a: Row, b: Row) => number>>;
}

/** Searches, sorts and pages in the browser a list that is loaded as a whole (the replica, a short answer). */
export function localList<Row>(
  all: readonly Row[] | undefined,
  query: Pick<ListQuery, 'search' | 'sort' | 'page' | 'pageSize'>,
  rules: LocalRules<Row>,
  source: Partial<Pick<ListState<Row>, 'refreshing' | 'error' | 'reload'>> = {},
): ListState<Row> {
  const words = searchWords(query.search);
  const found = words.length === 0 ? (all ?? []) : (all ?? []).filter((row) => containsWords(rules.textOf(row), words));
  const compare = query.sort && rules.compare?.[query.sort.key];
  const sign = query.sort?.direction === 'desc' ? -1 : 1;
  const ordered = compare ? [...found].sort((a, b) => sign * compare(a, b)) : found;
  const totalPages = Math.ceil(ordered.length / query.pageSize);
  const page = Math.min(query.page, Math.max(totalPages, 1));
  return {
    rows: all && ordered.slice((page - 1) * query.pageSize, page * query.pageSize),
    totalCount: ordered.length,
    page,
    totalPages,
    refreshing: source.refreshing ?? false,
    error: source.error ?? null,
    reload: source.reload,
    everything: () => ordered,
  };
}
