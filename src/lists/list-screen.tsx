import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { counted } from '#contract/rules/counted.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { type Column, DataTable } from '#ui/ui/data-table.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import type { IconName } from '#ui/ui/icons.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SearchField, type SearchFieldProps } from '#ui/ui/search-field.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { useAfterMount } from '#ui/ui/use-after-mount.ts';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { hiddenColumns } from './hidden-columns.ts';
import type { ListQuery } from './list-query.ts';
import type { ListState } from './list-state.ts';
import { ViewsPlace, viewsPlace } from './views-place.tsx';

const MadeNotice = lazy(async () => ({ default: (await import('./made-notice.tsx')).MadeNotice }));
const ListFoot = lazy(async () => ({ default: (await import('./list-foot.tsx')).ListFoot }));

/** Delay between typing and searching. Units: ms. Source: docs/product.md P13. */
const searchDebounceMs = 500;

const lastSeenText = 'No connection to the server. This is the list as this tablet last saw it.';

interface ListScreenProps<Row> {
  title: string;
  subtitle?: ReactNode;
  /** How fresh the rows are: "as of 10:42". */
  asOf?: string | undefined;
  back?: { to: string; label: string };
  /** Buttons for the screen, such as the link to create a record. */
  actions?: ReactNode;
  /** Shown between heading and list: tiles, messages. */
  children?: ReactNode;
  /** Label and placeholder of the search box; without it there is no search box. */
  searchLabel?: string;
  /** A different search box, for lists into which labels are scanned. */
  searchField?: ComponentType<SearchFieldProps>;
  /** Filters beside the search box. */
  filters?: ReactNode;
  /** Page sizes to choose from; without them there is no selector. */
  pageSizes?: readonly number[];
  query: ListQuery;
  list: ListState<Row>;
  columns: readonly Column<Row>[];
  /** The columns are many but short, so the list is a table even on a tablet in portrait. */
  dense?: boolean;
  rowKey: (row: Row) => string | number;
  rowLabel?: (row: Row) => string;
  /** Returns the link of a row's title, which on a phone covers the whole card. */
  rowLink?: (row: Row) => string;
  /** The rows' noun, singular and plural. Source: docs/decisions/251-list-filters.md. */
  counted?: readonly [one: string, many: string];
  /** Removes the filters; undefined if they hide nothing. */
  onShowAll?: (() => void) | undefined;
  /** The documents' sentence for an empty list. */
  empty: string;
  /** What to do next if the list is empty. */
  emptyHint?: ReactNode;
  emptyAction?: ReactNode;
  emptyIcon?: IconName;
  /** Announced while the first rows load, for example 'Loading equipment models...'. */
  loadingLabel?: string;
  /** Shown if loading fails and the server gives no reason. */
  errorText?: string;
  /** The documents' sentence for a failed load; the server's reason is shown below it. */
  failedText?: string;
}

/**
 * Renders a list screen: heading, search, table or cards, pages; also the loading, empty, stale and error states of
 * every list.
 */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, subtitle, asOf, back, actions, children, searchLabel, filters, pageSizes, query, list } = props;
  const Search = props.searchField ?? SearchField;
  const { state } = useLocation();
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        asOf={asOf}
        actions={
          <>
            {list.rows || list.error ? <ViewsPlace title={title} query={query} columns={props.columns} /> : viewsPlace}
            {actions}
          </>
        }
        {...(back && { back })}
      />
      {children && <div className="mb-5 space-y-4 empty:hidden">{children}</div>}
      {(searchLabel || filters || pageSizes) && (
        <div className="mb-4 flex flex-wrap items-end gap-3">
          {searchLabel && (
            <Search
              label={searchLabel}
              value={query.search}
              onChange={query.setSearch}
              debounceMs={searchDebounceMs}
              className="grow basis-64 sm:max-lg:basis-104 max-sm:basis-full"
            />
          )}
          {filters}
          {pageSizes && (
            <SelectField
              label="Rows per page"
              labelHidden
              value={String(query.pageSize)}
              options={pageSizes.map((size) => ({ value: String(size), label: counted(size, 'row') }))}
              onChange={(event) => query.setPageSize(Number(event.target.value))}
              className="basis-32"
            />
          )}
        </div>
      )}
      {list.error && (
        <div className="mb-4">
          <Alert
            tone={isOffline(list.error) && list.rows ? 'info' : 'danger'}
            action={list.reload && <Button onClick={list.reload}>Try again</Button>}
          >
            {isOffline(list.error) && list.rows ? (
              lastSeenText
            ) : (
              <>
                {props.failedText !== undefined && <p>{props.failedText}</p>}
                <p>{errorWords(list.error, props.errorText ?? (props.failedText ? '' : 'Unknown server error'))}</p>
              </>
            )}
          </Alert>
        </div>
      )}
      {state?.made && (
        <Suspense>
          <MadeNotice made={state.made} list={list} rowKey={props.rowKey} />
        </Suspense>
      )}
      <ListBody {...props} />
    </>
  );
}

function ListBody<Row>(props: ListScreenProps<Row>) {
  const { title, query, list, columns, rowKey, rowLabel, rowLink, empty, emptyHint, emptyIcon, loadingLabel } = props;
  const hidden = hiddenColumns(query);
  if (!list.rows) {
    if (list.error) return null;
    return (
      <Card flush>
        <SkeletonRows
          rows={Math.min(query.pageSize, 8)}
          columns={Math.min(columns.length, 5)}
          {...(loadingLabel && { label: loadingLabel })}
        />
      </Card>
    );
  }
  if (list.rows.length === 0) {
    const searched = query.search !== '';
    return (
      <Card>
        <EmptyState
          title={empty}
          icon={searched ? 'search' : (emptyIcon ?? 'search')}
          action={<EmptyActs {...props} />}
        >
          {searched ? `Nothing matches “${query.search}”. Check the spelling or search for a part of it.` : emptyHint}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <Card flush>
        <DataTable
          caption={title}
          columns={columns.filter(({ key }) => !hidden.includes(key))}
          rows={list.rows}
          rowKey={rowKey}
          busy={list.refreshing}
          dense={props.dense ?? false}
          onSort={query.setSort}
          {...(rowLabel && { rowLabel })}
          rowLink={rowLink}
          {...(query.sort && { sort: query.sort })}
        />
      </Card>
      {list.rows && <FootAfterRows list={list} query={query} counted={props.counted} title={title} columns={columns} />}
    </>
  );
}

/** Renders the list footer after the rows, which do not wait for it. */
function FootAfterRows(props: ComponentProps<typeof ListFoot>) {
  const areDrawn = useAfterMount();
  return (
    areDrawn && (
      <Suspense>
        <ListFoot {...props} />
      </Suspense>
    )
  );
}

/** Offers what to do when the list is empty. */
function EmptyActs<Row>({ query, onShowAll, emptyAction }: ListScreenProps<Row>) {
  const searched = query.search !== '';
  if (!searched && !onShowAll) return emptyAction;
  return (
    <>
      {onShowAll && <Button onClick={onShowAll}>{searched ? 'Search without filters' : 'Show all'}</Button>}
      {searched && (
        <Button icon="x" onClick={() => query.setSearch('')}>
          Clear search
        </Button>
      )}
    </>
  );
}
