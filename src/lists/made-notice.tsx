import { useCallback } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSyncStatus } from '#ui/engine/engine-provider.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import type { Made } from '#ui/ui/return-to.ts';
import { useLoaded } from '#ui/ui/use-loaded.ts';
import type { ListState } from './list-state.ts';

interface MadeNoticeProps {
  made: Made;
  list: ListState<unknown>;
  rowKey: (row: never) => string | number;
}

const notNarrowing = new Set(['page', 'pageSize', 'sort', 'hide']);

/** Leads to the record just made if search and filters of the list do not let it through. Source: docs/product.md P265. */
export function MadeNotice({ made, list, rowKey }: MadeNoticeProps) {
  const { pathname, search } = useLocation();
  // A record that the replica has yet to receive is in no list.
  const isSettled = useSyncStatus().tone !== 'receiving' && !list.refreshing && list.rows !== undefined;
  const isNarrowed = [...new URLSearchParams(search).keys()].some((name) => !notNarrowing.has(name));
  const look = useCallback(
    async () => ((await list.everything?.()) ?? []).some((row) => rowKey(row as never) === made.id),
    // oxlint-disable-next-line react/exhaustive-deps -- the list is a new object at each render
    [made.id, search, list.totalCount],
  );
  const isListed = useLoaded(look, isSettled && isNarrowed);
  if (!isNarrowed || isListed !== false) return null;
  return (
    <div className="mb-4">
      <Alert tone="info">
        <span className="wrap-anywhere">“{made.name}” is saved. Not in the current filter: </span>
        <Link
          to={`${pathname}?${String(new URLSearchParams({ search: made.name }))}`}
          className="font-semibold text-primary-ink underline underline-offset-4"
        >
          show it
        </Link>
      </Alert>
    </div>
  );
}
