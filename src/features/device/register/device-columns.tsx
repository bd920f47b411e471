import type { DeviceRow } from '#ui/features/device/device-rows.ts';
import { DeviceStatusBadge, WaitingBadge } from '#ui/work/status-badges.tsx';
import { figure } from '#ui/fields/cells.tsx';
import { dayCell } from '#ui/fields/sheet-cells.ts';
import { paths } from '#ui/paths.ts';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { cx } from '#ui/ui/class-names.ts';
import type { Column } from '#ui/ui/data-table.tsx';
import { Icon } from '#ui/ui/icons.tsx';

/** The actions of a row besides opening it. */
interface RowActs {
  onQr: (row: DeviceRow) => void;
  onDelete: (row: DeviceRow) => void;
}

/** Returns the columns of the list, which also define the exported sheet. */
export function columnsOf(acts: RowActs): Column<DeviceRow>[] {
  const columns: Column<DeviceRow>[] = [
    {
      key: 'number',
      value: (row) => row.number,
      header: '#',
      align: 'end',
      hideOnCard: true,
    },
    {
      key: 'equipment',
      value: (row) => row.equipmentName,
      header: 'Equipment',
      sortable: true,
      card: 'title',
    },
    {
      key: 'serial',
      value: (row) => row.serialNumber,
      header: 'SN',
      sortable: true,
      card: 'line',
      className: 'as-card:text-ink!',
      cell: (row) => <span className="as-table:inline-block as-table:min-w-24 wrap-anywhere">{row.serialNumber}</span>,
    },
    {
      key: 'make',
      value: (row) => row.makeName,
      header: 'Make',
      sortable: true,
      card: 'line',
    },
    {
      key: 'model',
      value: (row) => row.modelName,
      header: 'Model',
      sortable: true,
      card: 'line',
    },
    {
      key: 'status',
      value: (row) => row.status,
      header: 'Status',
      sortable: true,
      card: 'badge',
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          <DeviceStatusBadge status={row.status} />
          {row.waiting && <WaitingBadge />}
        </span>
      ),
    },
    {
      key: 'department',
      value: (row) => row.departmentName,
      header: 'Department',
      sortable: true,
      card: 'more',
    },
    {
      key: 'location',
      value: (row) => row.location,
      header: 'Location',
      sortable: true,
      card: 'more',
    },
    {
      key: 'last',
      value: (row) => dayCell(row.lastMaintenance),
      header: 'Last Maintenance',
      sortable: true,
      card: 'more',
      className: 'whitespace-nowrap',
      cell: (row) => onCard('last', row.lastMaintenance),
    },
    {
      key: 'next',
      value: (row) => dayCell(row.nextMaintenance),
      header: 'Next Maintenance',
      sortable: true,
      card: 'more',
      className: 'whitespace-nowrap',
      cell: (row) => onCard('next', row.nextMaintenance),
    },
    {
      key: 'uptime',
      value: (row) => row.uptime,
      header: 'Uptime %',
      align: 'end',
      card: 'more',
      cell: (row) => figure(row.uptime.toFixed(2), '% uptime'),
    },
    {
      key: 'actions',
      header: 'Actions',
      menu: (row) => [
        { label: 'Preview', icon: 'eye', to: paths.device(row.serialNumber) },
        { label: 'QR code', icon: 'qr', onSelect: () => acts.onQr(row) },
        { label: 'Edit', icon: 'edit', to: paths.deviceEdit(row.id) },
        { label: 'Delete', icon: 'trash', danger: true, onSelect: () => acts.onDelete(row) },
      ],
      cell: (row) => <DeviceActs row={row} {...acts} />,
    },
  ];
  return columns.map((column) => ({
    ...column,
    className: cx('as-table:px-1.5! as-table:text-sm as-table:first:pl-4!', column.className),
  }));
}

/** Puts a word before a value where no heading names it. */
function onCard(word: string, value: string) {
  return (
    value && (
      <>
        <span className="as-table:hidden">{word} </span>
        {value}
      </>
    )
  );
}

function DeviceActs({ row, onQr, onDelete }: RowActs & { row: DeviceRow }) {
  const look = 'size-target! px-0!';
  const { id, serialNumber } = row;
  return (
    <span className="grid w-max grid-cols-2 gap-0.5 pointer-fine:grid-cols-4 2xl:grid-cols-4">
      <ButtonLink
        to={paths.device(serialNumber)}
        anchor={{ 'aria-label': `Preview ${serialNumber}`, title: 'Preview' }}
        className={look}
      >
        <Icon name="eye" />
        <span className="sr-only">Preview</span>
      </ButtonLink>
      <Button aria-label={`QR code of ${serialNumber}`} title="QR code" onClick={() => onQr(row)} className={look}>
        <Icon name="qr" />
        <span className="sr-only">QR code</span>
      </Button>
      <ButtonLink
        to={paths.deviceEdit(id)}
        anchor={{ 'aria-label': `Edit ${serialNumber}`, title: 'Edit' }}
        className={look}
      >
        <Icon name="edit" />
        <span className="sr-only">Edit</span>
      </ButtonLink>
      <Button aria-label={`Delete ${serialNumber}`} title="Delete" onClick={() => onDelete(row)} className={look}>
        <Icon name="trash" />
        <span className="sr-only">Delete</span>
      </Button>
    </span>
  );
}
