import { useController } from 'react-hook-form';
import type { MakeRecord } from '#contract/calls/equipment-make.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { EquipmentTypePicker } from './equipment-picker.tsx';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';

type Body = BodyInput<Calls['createMake']>;

/** How a record carries the equipment of a make: comma-joined ids in creation, a list in edit. Source: docs/product.md P23. */
export interface EquipmentShape {
  /** The field of the record. */
  name: string;
  read: (value: unknown) => string[];
  write: (ids: readonly string[]) => unknown;
}

/** Creation: `equipmentIds`, comma-joined. */
export const joinedIds: EquipmentShape = {
  name: 'equipmentIds',
  read: (value) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : []),
  write: (ids) => ids.join(','),
};

/** Edit: `equipment`, a list of `{id}` in the order of the ids, so that equal lists compare as equal. */
export const listedIds = {
  name: 'equipment',
  read: (value) => (Array.isArray(value) ? value.flatMap(idOf) : []),
  write: (ids) => [...ids].sort().map((id) => ({ id })),
} satisfies EquipmentShape;

function idOf(entry: unknown): string[] {
  return typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string' ? [entry.id] : [];
}

/** The labels of the fields of a make. */
export const makeLabels = { name: 'Make Name', equipment: 'Selected Equipment' };

/** The inputs that creation and edit of a make share: its name, and the equipment that it builds. */
export function MakeInputs({ shape, known }: { shape: EquipmentShape; known?: MakeRecord['equipment'] }) {
  const { field, fieldState } = useController({ name: shape.name });
  return (
    <div className="space-y-6">
      <FormText<Body> name="name" label={makeLabels.name} required autoComplete="off" />
      <EquipmentTypePicker
        chosen={shape.read(field.value)}
        known={known}
        onChange={(ids) => field.onChange(shape.write(ids))}
        error={fieldState.error?.message}
      />
    </div>
  );
}
