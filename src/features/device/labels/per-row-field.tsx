import { useState } from 'react';
import { readNumber, whole } from '#contract/rules/read-number.ts';
import { TextField } from '#ui/ui/text-field.tsx';
import { clampPerRow, perRowLimits } from './sheet-layout.ts';

interface PerRowFieldProps {
  value: number;
  onChange: (value: number) => void;
  disabled: boolean;
}

/** Sets the number of QR codes in a row; a number out of range changes to the nearest allowed one immediately. */
export function PerRowField({ value, onChange, disabled }: PerRowFieldProps) {
  const [isEmpty, setEmpty] = useState(false);
  return (
    <TextField
      inputMode="numeric"
      label="QR codes per row"
      hint={disabled ? 'Set by the label sheet.' : `${perRowLimits.least} to ${perRowLimits.most}.`}
      autoComplete="off"
      disabled={disabled}
      value={isEmpty ? '' : value}
      onFocus={(event) => event.target.select()}
      onChange={(event) => {
        const text = event.target.value;
        setEmpty(text === '');
        const read = readNumber(text, whole);
        if ('value' in read && read.value !== null) onChange(clampPerRow(String(read.value)));
      }}
      onBlur={() => setEmpty(false)}
    />
  );
}
