import { asOfText } from './as-of.ts';
import type { ListQuery } from './list-query.ts';
import { type ListState, pagedList } from './list-state.ts';
import type { OnlineCall } from './use-online-call.ts';
import { useNow, useTimeZone } from './use-now.ts';

interface NumberedPage<Row> {
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

/** A list that the server pages: its rows with their number in the whole list, and how fresh they are. */
export function useNumberedList<Row>(call: OnlineCall<NumberedPage<Row> | undefined>): {
  list: ListState<Row & { number: number }>;
  asOf: string | undefined;
} {
  const asOf = asOfText(call.asOf, useTimeZone(), useNow());
  const list = pagedList(call);
  const before = (list.page - 1) * (call.data?.pageSize ?? 0);
  const rows = list.rows?.map((row, index) => Object.assign({ number: before + index + 1 }, row));
  return { list: { ...list, rows }, asOf };
}
