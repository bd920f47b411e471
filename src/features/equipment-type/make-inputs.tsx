import { useController } from 'react-hook-form';
import type { MakeRecord } from '#contract/calls/equipment-make.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { EquipmentTypePicker } from './equipment-picker.tsx';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';

type Body = BodyInput<Calls['createMake']>;

/**
 * How a record lists the equipment types of a make: comma-joined ids when creating, a list when editing. Source:
 * docs/product.md P23.
 */
export interface EquipmentShape {
  /** The name of the record's field. */
  name: string;
  read: (value: unknown) => string[];
  write: (ids: readonly string[]) => unknown;
}

/** Create: `equipmentIds`, comma-joined. */
export const joinedIds: EquipmentShape = {
  name: 'equipmentIds',
  read: (value) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : []),
  write: (ids) => ids.join(','),
};

/** Edit: `equipment`, a list of `{id}` sorted by id, so that equal lists compare as equal. */
export const listedIds = {
  name: 'equipment',
  read: (value) => (Array.isArray(value) ? value.flatMap(idOf) : []),
  write: (ids) => [...ids].sort().map((id) => ({ id })),
} satisfies EquipmentShape;

function idOf(entry: unknown): string[] {
  return typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string' ? [entry.id] : [];
}

export const makeLabels = { name: 'Make Name', equipment: 'Selected Equipment' };

/** Renders the inputs that create and edit share: the make's name and the equipment types that it builds. */
export function MakeInputs({ shape, known }: { shape: EquipmentShape; known?: MakeRecord['equipment'] }) {
  const { field, fieldState } = useController({ name: shape.name });
  return (
    <div className="space-y-6">
      <FormText<Body> name="name" label={makeLabels.name} required autoComplete="off" />
      <div data-field={shape.name}>
        <EquipmentTypePicker
          chosen={shape.read(field.value)}
          known={known}
          onChange={(ids) => field.onChange(shape.write(ids))}
          error={fieldState.error?.message}
        />
      </div>
    </div>
  );
}
