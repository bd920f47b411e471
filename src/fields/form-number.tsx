import { type ComponentProps, useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { type NumberKind, readNumber, writeNumber } from '#contract/rules/read-number.ts';
import { TextField } from '#ui/ui/text-field.tsx';
import type { FieldName } from './field-name.ts';

type InputProps = Omit<
  ComponentProps<typeof TextField>,
  'name' | 'error' | 'type' | 'inputMode' | 'value' | 'onChange'
>;

interface NumberInputProps extends InputProps {
  name: string;
  kind: NumberKind;
  value: unknown;
  error: string | undefined;
  onChange: (value: number | string | null) => void;
}

/**
 * Reads a number typed as text, because the browser's number field drops a decimal comma and reacts to the mouse wheel.
 * The value is a number if the text is one, else the text itself, which the contract then refuses with a reason.
 * Source: docs/product.md P165.
 */
function NumberInput({ kind, value, onChange, onBlur, ...field }: NumberInputProps) {
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  const shown = typeof value === 'number' ? writeNumber(value, kind) : typeof value === 'string' ? value : '';
  return (
    <TextField
      {...field}
      inputMode={kind.decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      // A value that differs from the typed one was set from outside.
      value={typed !== null && Object.is(typed.value, value) ? typed.text : shown}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
      onChange={({ target: { value: text } }) => {
        const read = readNumber(text, kind);
        const next = 'value' in read ? read.value : text;
        setTyped({ text, value: next });
        onChange(next);
      }}
    />
  );
}

/**
 * Binds a number to the surrounding form: null while the field is empty, or `emptyAs`, which is also shown as an empty
 * field, so that a record has only one form of "none".
 */
export function FormNumber<Body extends object = object>({
  name,
  emptyAs = null,
  ...field
}: { name: FieldName<Body>; kind: NumberKind; emptyAs?: number | null } & InputProps) {
  const { control } = useFormContext();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <NumberInput
          placeholder={emptyAs?.toString()}
          {...field}
          ref={ref}
          name={name}
          value={value === emptyAs ? null : value}
          error={fieldState.error?.message}
          onBlur={onBlur}
          onChange={(next) => onChange(next ?? emptyAs)}
        />
      )}
    />
  );
}
