import { counted } from '#contract/rules/counted.ts';
import type { SheetValue } from '#ui/platform/workbook.ts';
import { Pagination } from '#ui/ui/pagination.tsx';
import { ExportButton } from './export-button.tsx';
import type { ListQuery } from './list-query.ts';
import type { ListState } from './list-state.ts';

interface ListFootProps {
  title: string;
  list: ListState<unknown>;
  query: Pick<ListQuery, 'pageSize' | 'setPage'>;
  /** The rows' noun, singular and plural; without it they are neither counted nor exported. */
  counted: readonly [one: string, many: string] | undefined;
  columns: readonly { header: string; value?: (row: never) => SheetValue }[];
}

/** Shows below a list its count, an export of all its rows, and its pages. */
export function ListFoot({ title, list, query, counted, columns }: ListFootProps) {
  return (
    <>
      {counted && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <p aria-live="polite" className="text-sm text-muted">
            {countWords(list, query.pageSize, counted)}
          </p>
          {list.everything && <ExportButton name={title} columns={columns} rows={list.everything} />}
        </div>
      )}
      <div className="mt-4">
        <Pagination page={list.page} totalPages={list.totalPages} onPage={query.setPage} />
      </div>
    </>
  );
}

/** Says how many rows there are, and which of them the page shows: "11–20 of 27 tickets". */
function countWords(list: ListState<unknown>, pageSize: number, [one, many]: readonly [string, string]): string {
  const first = (list.page - 1) * pageSize + 1;
  const last = first + (list.rows?.length ?? 0) - 1;
  const all = counted(list.totalCount, one, many);
  return list.totalPages > 1 ? `${first}–${last} of ${all}` : all;
}
