import { type ComponentProps, type ComponentType, useState } from 'react';
import type { OnlineCall } from '#ui/engine/use-online-call.ts';
import { actsColumn } from '#ui/fields/cells.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { ListScreen } from './list-screen.tsx';
import { type PageAnswer, useNumberedList } from './page-list.ts';

type Numbered<Row> = Row & { number: number };

interface RecordListScreenProps<Row> extends Omit<
  ComponentProps<typeof ListScreen<Numbered<Row>>>,
  'list' | 'asOf' | 'rowKey' | 'rowLabel' | 'rowLink'
> {
  call: OnlineCall<PageAnswer<Row> | undefined>;
  /** The form for a new record; undefined if the user may not add one. */
  addTo: string | undefined;
  editTo: (id: string) => string;
  /** The page where a record is read; without it a row leads to its form. */
  readTo?: (id: string) => string;
  /** Asks before a record is deleted; without it rows have no Delete. */
  Deletion?: ComponentType<{ record: Row | null; onClose: () => void }> | undefined;
}

/** Lists records that have a form: a page from the server, with Add, and Edit and Delete in each row. */
export function RecordListScreen<Row extends { id: string; name: string }>(props: RecordListScreenProps<Row>) {
  const { call, addTo, editTo, readTo = editTo, Deletion, actions, columns, ...screen } = props;
  const [asked, setAsked] = useState<Row | null>(null);
  const numbered = useNumberedList(screen.query, call);
  const add = addTo !== undefined && (
    <ButtonLink to={addTo} variant="primary" icon="plus">
      Add
    </ButtonLink>
  );
  return (
    <>
      <ListScreen
        emptyAction={add}
        {...screen}
        {...numbered}
        actions={
          <>
            {actions}
            {add}
          </>
        }
        columns={[...columns, actsColumn<Numbered<Row>>(editTo, Deletion && setAsked)]}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        rowLink={(row) => readTo(row.id)}
      />
      {Deletion && <Deletion record={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
