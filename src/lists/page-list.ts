import { useEffect } from 'react';
import type { ListQuery } from './list-query.ts';
import type { ListState } from './list-state.ts';
import type { OnlineCall } from '#ui/engine/use-online-call.ts';
import { useAsOf } from '#ui/engine/use-now.ts';

/** Rows that the server gives at once. Source: docs/product.md P13. */
const largestPage = 100;

/** What a paged call answers. */
export interface PageAnswer<Row> {
  items: readonly Row[];
  totalCount: number;
  pageSize: number;
  pageNumber: number;
  totalPages: number;
}

/** The query of a paged call that a list shows; an empty search is left out. */
export function pageOfList({ page, pageSize, search }: Pick<ListQuery, 'page' | 'pageSize' | 'search'>) {
  return { page, pageSize, ...(search !== '' && { search }) };
}

/**
 * A list whose pages the server makes. After the last row of the last page was deleted, and for an old link, the last
 * existing page replaces an empty one.
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

/** A list that the server pages: its rows with their number in the whole list, and how fresh they are. */
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
