import { counted } from '#contract/rules/counted.ts';
import { cx } from '#ui/ui/class-names.ts';
import type { SheetLayout } from './sheet-layout.ts';

interface StartPlaceProps {
  layout: SheetLayout;
  /** The first free place, counted from 1. */
  value: number;
  onChange: (place: number) => void;
}

/** Selects the first free label of a half-used sheet on a picture of the sheet; the labels before it stay empty. */
export function StartPlace({ layout: { columns, rows }, value, onChange }: StartPlaceProps) {
  const row = Math.ceil(value / columns);
  const column = value - (row - 1) * columns;
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">First free label</legend>
      <p aria-live="polite" className="mb-2 text-sm text-muted">
        {value === 1
          ? 'A whole sheet. For a half-used sheet, choose its first free label.'
          : `Printing starts in row ${row}, column ${column}, after ${counted(value - 1, 'empty label')}.`}
      </p>
      <div
        className="grid max-w-sm gap-1 rounded-control border border-line bg-sunken p-2"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {Array.from({ length: columns * rows }, (_place, index) => index + 1).map((place) => (
          <label
            key={place}
            className={cx(
              'relative flex min-h-target items-center justify-center rounded-tag border text-sm has-focus-visible:outline-3 has-focus-visible:outline-focus',
              place < value && 'border-dashed border-line text-muted',
              place === value && 'border-primary bg-primary font-bold text-on-primary',
              place > value && 'border-line-strong bg-surface text-ink',
            )}
          >
            <input
              type="radio"
              name="first-free-label"
              value={place}
              checked={place === value}
              onChange={() => onChange(place)}
              aria-label={`Row ${Math.ceil(place / columns)}, column ${((place - 1) % columns) + 1}`}
              className="absolute inset-0 cursor-pointer appearance-none rounded-tag outline-none"
            />
            <span aria-hidden="true">{place}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
