import { useState } from 'react';
import { nounOf } from '#contract/rules/counted.ts';
import { daysLeftWords } from '#contract/rules/agreements/words.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { WarrantyRow } from '#contract/calls/warranty.ts';
import { figure } from '#ui/fields/cells.tsx';
import { paths, withQuery } from '#ui/paths.ts';
import { kindAsked, kindFilter } from '#ui/work/agreement-filter.ts';
import { ListFilters } from '#ui/lists/list-filters.tsx';
import { DuplicatesNotice } from '#ui/forms/online/duplicates-notice.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { usePagedList } from '#ui/lists/page-list.ts';
import { useAsOf, useToday } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Button, ButtonLink, IconButton } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { rowMenu } from '#ui/fields/cells.tsx';
import { dayCell } from '#ui/fields/sheet-cells.ts';
import { DeleteWarrantyDialog } from './delete-warranty-dialog.tsx';
import { SerialsDialog } from './serials-dialog.tsx';
import { useWarrantyDownload } from './use-warranty-download.ts';

/**
 * Lists the hospital's warranties and contracts: search by number, filter by kind, add, edit, delete with Undo,
 * download.
 */
export function WarrantyListScreen() {
  const query = useListQuery();
  const today = useToday();
  const [asked, setAsked] = useState<WarrantyRow | null>(null);
  const [shown, setShown] = useState<WarrantyRow | null>(null);
  const sheet = useWarrantyDownload();
  const { page, pageSize, search } = query;
  const kind = kindAsked(query);
  const call = useOnlineCall('warrantyPage', {
    query: { page, pageSize, ...(search !== '' && { search }), ...(kind && { kind }) },
  });
  const list = usePagedList(query, call);
  const add = (
    <ButtonLink to={paths.warrantyCreate()} variant="primary" icon="plus">
      Add
    </ButtonLink>
  );
  return (
    <>
      <ListScreen
        title="Equipment Warranties/Contracts"
        asOf={useAsOf(call.asOf)}
        actions={
          <>
            <Button icon="download" busy={sheet.busy} onClick={() => void sheet.load(search, kind)}>
              Download
            </Button>
            <ButtonLink
              icon="print"
              to={withQuery(paths.printAgreements(), kind ? { kind } : {})}
              anchor={{ 'aria-label': 'Print register of contracts' }}
            >
              Print
            </ButtonLink>
            {add}
          </>
        }
        searchLabel="Search by warranty number"
        filters={<ListFilters query={query} filters={[kindFilter]} />}
        query={query}
        list={list}
        columns={columnsOf(today, setShown, setAsked)}
        dense
        rowKey={(row) => row.id}
        rowLabel={(row) => row.warrantyNumber}
        rowLink={(row) => paths.warranty(row.id)}
        counted={['warranty or contract', 'warranties and contracts']}
        empty="No warranties found."
        emptyIcon="shield"
        emptyHint="A warranty or contract plans the preventive maintenance of its devices."
        emptyAction={add}
        failedText="Error loading data. Please try again later."
      >
        <DuplicatesNotice kind="agreement" />
      </ListScreen>
      <SerialsDialog warranty={shown} onClose={() => setShown(null)} />
      <DeleteWarrantyDialog warranty={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function columnsOf(
  today: LocalDay,
  onSerials: (row: WarrantyRow) => void,
  onDelete: (row: WarrantyRow) => void,
): Column<WarrantyRow>[] {
  return [
    {
      key: 'number',
      value: (row) => row.warrantyNumber,
      header: 'Warranty Number',
      card: 'title',
      cell: (row) => (
        <>
          {row.warrantyNumber}
          <span className="text-sm font-normal wrap-anywhere text-muted as-card:ml-2 as-table:block">
            {[row.kind, row.vendorName].filter((part) => part !== '').join(', ')}
          </span>
        </>
      ),
    },
    {
      key: 'equipment',
      value: (row) => row.equipmentName,
      header: 'Equipment',
      card: 'line',
    },
    { key: 'make', value: (row) => row.makeName, header: 'Make', card: 'line' },
    {
      key: 'devices',
      value: (row) => row.numberOfEquipments,
      header: 'Number of Equipments',
      card: 'line',
      cell: (row) => (
        <span className="inline-flex items-center gap-1">
          {figure(row.numberOfEquipments, nounOf(row.numberOfEquipments, 'device'))}
          <IconButton
            icon="info"
            label={`Serial numbers of ${row.warrantyNumber}`}
            // The last one in its line has no border: forced colours would draw it across the lines above and below.
            className="-my-2.5 text-primary last:border-0"
            onClick={() => onSerials(row)}
          />
        </span>
      ),
    },
    {
      key: 'start',
      value: (row) => dayCell(row.warrantyStart),
      header: 'Start Date',
      card: 'more',
      cell: (row) => formatSlashDay(row.warrantyStart),
    },
    {
      key: 'end',
      value: (row) => dayCell(row.warrantyEnd),
      header: 'End Date',
      card: 'more',
      cell: (row) => (
        <>
          {formatSlashDay(row.warrantyEnd)}
          <span className="text-sm text-muted as-table:block as-table:first-letter:uppercase">
            <span className="as-table:hidden">, </span>
            {daysLeftWords({ startOn: row.warrantyStart, endOn: row.warrantyEnd }, today)}
          </span>
          {row.noticeOn && row.noticeOn >= today && (
            <span className="text-sm text-muted as-table:block as-table:first-letter:uppercase">
              {' '}
              notice by {formatSlashDay(row.noticeOn)}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      menu: (row) => [
        ...(row.kind === 'Warranty'
          ? []
          : [{ label: 'Penalty evidence', icon: 'print' as const, to: paths.printEvidence(row.id) }]),
        ...rowMenu(paths.warrantyEdit(row.id), () => onDelete(row)),
      ],
      align: 'end',
      cell: (row) => (
        <span className="inline-flex gap-1.5">
          {row.kind !== 'Warranty' && (
            <ButtonLink
              to={paths.printEvidence(row.id)}
              icon="print"
              className="as-table:px-3"
              anchor={{ 'aria-label': `Penalty evidence of ${row.warrantyNumber}` }}
            >
              Evidence
            </ButtonLink>
          )}
          <ButtonLink
            to={paths.warrantyEdit(row.id)}
            icon="edit"
            className="as-table:px-3"
            anchor={{ 'aria-label': `Edit ${row.warrantyNumber}` }}
          >
            Edit
          </ButtonLink>
          <IconButton
            icon="trash"
            label={`Delete ${row.warrantyNumber}`}
            variant="secondary"
            onClick={() => onDelete(row)}
          />
        </span>
      ),
    },
  ];
}
