import { ButtonLink, IconButton } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import type { MenuItem } from '#ui/ui/menu-button.tsx';

const linkLook =
  'inline-flex min-h-target items-center text-primary-ink underline-offset-4 hover:underline wrap-anywhere';

/** Returns a column with the row's position in the whole list. */
export function numberColumn<Row extends { number: number }>(): Column<Row> {
  return {
    key: 'number',
    header: '#',
    align: 'end',
    className: 'w-14',
    value: (row) => row.number,
  };
}

/** Returns a column with the row's name. */
export function nameColumn<Row extends { name: string }>(): Column<Row> {
  return {
    key: 'name',
    header: 'Name',
    card: 'title',
    value: (row) => row.name,
    // A long word may break, but the column is not squeezed by a wide neighbour.
    cell: (row) => <span className="block font-semibold wrap-anywhere as-table:min-w-32">{row.name}</span>,
  };
}

/** Shows a phone number as a link that calls it. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone}`} className={linkLook}>
      {phone}
    </a>
  );
}

/** Shows an e-mail address as a link. */
export function MailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} className={linkLook}>
      {email}
    </a>
  );
}

/** Returns a row's Edit and Delete for the menu of its card. */
export function rowMenu(editTo: string, onDelete: (() => void) | undefined): MenuItem[] {
  return [
    { label: 'Edit', icon: 'edit', to: editTo },
    ...(onDelete ? [{ label: 'Delete', icon: 'trash', danger: true, onSelect: onDelete } as const] : []),
  ];
}

/**
 * Returns the last column: the link to each row's form and, with `onDelete`, Delete; both include the record's name in
 * their accessible name.
 */
export function actsColumn<Row extends { id: string; name: string }>(
  editTo: (id: string) => string,
  onDelete?: (row: Row) => void,
): Column<Row> {
  return {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    // A card without a menu is itself the link to the form.
    ...(onDelete && { menu: (row) => rowMenu(editTo(row.id), () => onDelete(row)) }),
    cell: (row) => (
      <span className="inline-flex gap-2">
        <ButtonLink to={editTo(row.id)} icon="edit" anchor={{ 'aria-label': `Edit ${row.name}` }}>
          Edit
        </ButtonLink>
        {onDelete && (
          <IconButton icon="trash" label={`Delete ${row.name}`} variant="secondary" onClick={() => onDelete(row)} />
        )}
      </span>
    ),
  };
}

/** Renders a figure; on a card, which has no heading, its name is added. */
export function figure(value: number | string, of: string) {
  return (
    <>
      {value}
      <span className="as-table:hidden"> {of}</span>
    </>
  );
}
