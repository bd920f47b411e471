import { useEffect } from 'react';
import { asOfText } from './as-of.ts';
import type { ListQuery } from './list-query.ts';
import type { ListState } from './list-state.ts';
import type { OnlineCall } from './use-online-call.ts';
import { useNow, useTimeZone } from './use-now.ts';

interface PageAnswer<Row> {
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
 * A list whose pages the server makes. After the last row of the last page has gone, and for an old link, the last page
 * that there is takes the place of an empty one.
 */
export function usePagedList<Row>(query: ListQuery, call: OnlineCall<PageAnswer<Row> | undefined>): ListState<Row> {
  const { data, refreshing, error, reload } = call;
  const totalPages = data?.totalPages ?? 0;
  const isBehind = data?.items.length === 0 && !refreshing && totalPages > 0 && query.page > totalPages;
  useEffect(() => {
    if (isBehind) query.replacePage(totalPages);
    // oxlint-disable-next-line react/exhaustive-deps -- the query is made anew at each drawing
  }, [isBehind, totalPages]);
  return {
    rows: data?.items,
    totalCount: data?.totalCount ?? 0,
    page: data?.pageNumber ?? 1,
    totalPages,
    refreshing,
    error,
    reload,
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
  const asOf = asOfText(call.asOf, useTimeZone(), useNow());
  const list = usePagedList(query, call);
  const before = (list.page - 1) * (call.data?.pageSize ?? 0);
  const rows = list.rows?.map((row, index) => Object.assign({ number: before + index + 1 }, row));
  return { list: { ...list, rows }, asOf };
}
