import { useEffect } from 'react';
import type { ListQuery } from './list-query.ts';
import type { ListState } from './list-state.ts';
import type { OnlineCall } from '#ui/engine/use-online-call.ts';
import { useAsOf } from '#ui/engine/use-now.ts';

/** Most rows that the server returns at once. Source: docs/product.md P13. */
const largestPage = 100;

/** The answer to a paged call. */
export interface PageAnswer<Row> {
  items: readonly Row[];
  totalCount: number;
  pageSize: number;
  pageNumber: number;
  totalPages: number;
}

/** Returns the query for a paged call; an empty search is left out. */
export function pageOfList({ page, pageSize, search }: Pick<ListQuery, 'page' | 'pageSize' | 'search'>) {
  return { page, pageSize, ...(search !== '' && { search }) };
}

/**
 * Returns a list that the server pages. If its page is empty, after the last row was deleted or from an old link, it
 * switches to the last existing page.
 */
export function usePagedList<Row>(query: ListQuery, call: OnlineCall<PageAnswer<Row> | undefined>): ListState<Row> {
  const { data, refreshing, error, reload } = call;
  const totalPages = data?.totalPages ?? 0;
  const isBehind = data?.items.length === 0 && !refreshing && totalPages > 0 && query.page > totalPages;
  useEffect(() => {
    if (isBehind) query.replacePage(totalPages);
    // oxlint-disable-next-line react/exhaustive-deps -- the query is a new object at each render
  }, [isBehind, totalPages]);
  return {
    rows: data?.items,
    totalCount: data?.totalCount ?? 0,
    page: data?.pageNumber ?? 1,
    totalPages,
    refreshing,
    error,
    reload,
    everything: async () => {
      const rows: Row[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await call.pageAt(page, largestPage);
        rows.push(...(answer?.items ?? []));
        if (page >= (answer?.totalPages ?? 0)) return rows;
      }
    },
  };
}

/** Returns a list that the server pages: its rows with their number in the whole list, and how fresh they are. */
export function useNumberedList<Row>(
  query: ListQuery,
  call: OnlineCall<PageAnswer<Row> | undefined>,
): {
  list: ListState<Row & { number: number }>;
  asOf: string | undefined;
} {
  const asOf = useAsOf(call.asOf);
  const list = usePagedList(query, call);
  const before = (list.page - 1) * (call.data?.pageSize ?? 0);
  const rows = list.rows?.map((row, index) => Object.assign({ number: before + index + 1 }, row));
  const everything = async () => {
    const all = (await list.everything?.()) ?? [];
    return all.map((row, index) => Object.assign({ number: index + 1 }, row));
  };
  return { list: { ...list, rows, everything }, asOf };
}
