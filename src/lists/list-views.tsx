import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ListView } from '#contract/calls/list-view.ts';
import { useSession } from '#ui/engine/engine-provider.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { linkedSpelling } from '#ui/paths.ts';
import type { Column } from '#ui/ui/data-table.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { MenuButton, type MenuItem } from '#ui/ui/menu-button.tsx';
import type { ListQuery } from './list-query.ts';

const ViewsDialog = lazy(async () => ({ default: (await import('./views-dialog.tsx')).ViewsDialog }));
const ColumnsDialog = lazy(async () => ({ default: (await import('./columns-dialog.tsx')).ColumnsDialog }));

/** Returns what a view keeps of an address: its query without the page. */
export function viewQuery(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  params.sort();
  return String(params);
}

interface ListViewsProps {
  title: string;
  query: ListQuery;
  columns: readonly Column<never>[];
}

/** Offers the saved views of a list, saving the current one, and the choice of columns. Source: docs/decisions/562 */
export function ListViews(props: ListViewsProps) {
  const session = useSession();
  return session.kind === 'signed-in' && session.session.hospital ? <ViewsMenu {...props} /> : null;
}

function ViewsMenu({ title, query, columns }: ListViewsProps) {
  const { pathname, search } = useLocation();
  const list = linkedSpelling(pathname);
  const [asked, setAsked] = useState<'views' | 'columns' | null>(null);
  const call = useOnlineCall('listViews');
  const views = call.data?.views.filter((view) => view.list === list) ?? [];
  const current = viewQuery(search);
  const items: MenuItem[] = [
    ...views.map((view) => ({
      label: labelOf(view),
      icon: view.query === current ? ('check' as const) : ('eye' as const),
      to: view.query === '' ? list : `${list}?${view.query}`,
    })),
    { label: 'Save or delete views', icon: 'edit', onSelect: () => setAsked('views') },
    { label: 'Choose columns', icon: 'menu', onSelect: () => setAsked('columns') },
  ];
  const onClose = () => setAsked(null);
  return (
    <>
      <MenuButton
        label="Views"
        align="end"
        items={items}
        className="border border-line-strong bg-surface hover:border-primary max-sm:grow-0!"
      >
        <Icon name="eye" />
        <span className="max-sm:sr-only">Views</span>
        <Icon name="chevron-down" size={16} className="max-sm:hidden" />
      </MenuButton>
      <Suspense>
        {asked === 'views' && <ViewsDialog {...{ title, list, views, current, onClose }} />}
        {asked === 'columns' && <ColumnsDialog {...{ query, columns, onClose }} />}
      </Suspense>
    </>
  );
}

function labelOf({ name, isShared, isOwn, by }: ListView): string {
  if (!isShared) return name;
  return isOwn ? `${name} (shared)` : `${name} (by ${by})`;
}
