import { useState } from 'react';
import { errorWords } from '#ui/engine/engine.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { SearchField } from '#ui/ui/search-field.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { containsWords, searchWords } from '#contract/rules/text.ts';

interface EquipmentTypePickerProps {
  chosen: readonly string[];
  /** Names of the types already chosen, from the record. */
  known?: readonly Option[] | undefined;
  onChange: (ids: readonly string[]) => void;
  error?: string | undefined;
}

interface Option {
  id: string;
  name: string;
}

const byName = (a: Option, b: Option) => inNaturalOrder(a.name, b.name);

const panelLook = 'min-w-0 overflow-hidden rounded-card border border-line bg-surface';
const scrollLook = 'max-h-96 overflow-y-auto overscroll-contain focus-visible:-outline-offset-3';

/**
 * Lists all equipment types by name, each with a button to add it, next to the selected ones; none can be added twice.
 */
export function EquipmentTypePicker({ chosen, known, onChange, error }: EquipmentTypePickerProps) {
  const all = useOnlineCall('allEquipmentTypes');
  const nameOf = new Map([...(known ?? []), ...(all.data ?? [])].map(({ id, name }) => [id, name]));
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <section aria-label="All equipment" className={panelLook}>
        {all.error && (
          <div className="p-3">
            <Alert tone="danger" action={<Button onClick={all.reload}>Try again</Button>}>
              Failed to load equipment list: {errorWords(all.error, 'Server error')}
            </Alert>
          </div>
        )}
        {all.loading && <SkeletonRows rows={5} columns={2} />}
        {all.data && (
          <AllEquipment
            all={all.data}
            chosen={new Set(chosen)}
            onAdd={(id) => {
              if (!chosen.includes(id)) onChange([...chosen, id]);
            }}
          />
        )}
      </section>
      <section aria-label="Selected equipment" className={panelLook}>
        <h2 className="border-b border-line bg-sunken px-4 py-3 text-sm font-semibold text-muted">
          Selected Equipment ({chosen.length})
        </h2>
        {chosen.length === 0 ? (
          <p className="px-4 py-5 text-muted">No equipment selected.</p>
        ) : (
          <Selected
            entries={chosen.map((id) => ({ id, name: nameOf.get(id) ?? '…' })).sort(byName)}
            onRemove={(gone) => onChange(chosen.filter((id) => id !== gone))}
          />
        )}
        {error !== undefined && (
          <p role="alert" className="flex items-center gap-2 px-4 py-2 font-semibold text-danger">
            <Icon name="warning" size={18} />
            {error}
          </p>
        )}
      </section>
    </div>
  );
}

interface AllEquipmentProps {
  all: readonly Option[];
  chosen: ReadonlySet<string>;
  onAdd: (id: string) => void;
}

function AllEquipment({ all, chosen, onAdd }: AllEquipmentProps) {
  const [filter, setFilter] = useState('');
  const words = searchWords(filter);
  const shown = all.filter(({ name }) => containsWords(name, words));
  return (
    <>
      <div className="border-b border-line p-3">
        <SearchField label="Search equipment" value={filter} onChange={setFilter} />
      </div>
      {shown.length === 0 ? (
        <output className="block px-4 py-5 text-muted">No equipment found.</output>
      ) : (
        <div className={scrollLook}>
          <table className="w-full border-collapse text-left">
            <caption className="sr-only">All equipment</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Add</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ id, name }) => (
                <tr key={id} className="border-b border-line last:border-0">
                  <td className="w-full py-1.5 pr-2 pl-4 wrap-anywhere">{name}</td>
                  <td className="py-1.5 pr-3">
                    <AddButton name={name} isAdded={chosen.has(id)} onAdd={() => onAdd(id)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** Remains a button after its type is added, so that the keyboard focus is not lost. */
function AddButton({ name, isAdded, onAdd }: { name: string; isAdded: boolean; onAdd: () => void }) {
  return (
    <Button
      icon={isAdded ? 'check' : 'plus'}
      variant={isAdded ? 'ghost' : 'secondary'}
      aria-label={isAdded ? `Added ${name}` : `Add ${name}`}
      aria-disabled={isAdded || undefined}
      onClick={onAdd}
      className="min-w-26"
    >
      {isAdded ? 'Added' : 'Add'}
    </Button>
  );
}

function Selected({ entries, onRemove }: { entries: readonly Option[]; onRemove: (id: string) => void }) {
  return (
    <ul className={scrollLook}>
      {entries.map(({ id, name }) => (
        <li key={id} className="flex items-center gap-2 border-b border-line py-1.5 pr-3 pl-4 last:border-0">
          <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
          <IconButton icon="trash" label={`Remove ${name}`} variant="secondary" onClick={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  );
}
