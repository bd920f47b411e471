import { ButtonLink, IconButton } from '#ui/ui/button.tsx';

/** Edit and Delete of one row; both speak the record's name. */
export function RowActs({ name, editTo, onDelete }: { name: string; editTo: string; onDelete: () => void }) {
  return (
    <span className="inline-flex gap-2">
      <ButtonLink to={editTo} icon="edit" anchor={{ 'aria-label': `Edit ${name}` }}>
        Edit
      </ButtonLink>
      <IconButton icon="trash" label={`Delete ${name}`} variant="secondary" onClick={onDelete} />
    </span>
  );
}
