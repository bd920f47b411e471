import { useId } from 'react';
import { cx } from './class-names.ts';

const numbers = new Intl.NumberFormat('en-IN');

interface ProgressProps {
  label: string;
  done: number;
  total: number;
  /** The unit: "devices", or "%" if the numbers are percentages. */
  unit?: string;
  /** On a phone shows only the count above the bar. */
  slim?: boolean;
  /** Announces each quarter: for work that the user waits for. */
  isSpoken?: boolean;
}

/** Shows the progress of long work as a bar and in numbers. */
export function Progress({ label, done, total, unit, slim = false, isSpoken = false }: ProgressProps) {
  const id = useId();
  const share = `${total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0} %`;
  const quarter = total > 0 ? Math.min(4, Math.floor((done / total) * 4)) : 0;
  const isShare = unit === '%';
  const count = `${numbers.format(done)} of ${numbers.format(total)}${unit ? ` ${unit}` : ''}`;
  const words = isShare ? share : `${count} · ${share}`;
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span id={id} className={cx('font-semibold', slim && 'max-sm:sr-only')}>
          {label}
        </span>
        <span className="text-muted">
          {slim ? count : words}
          {slim && <span className="max-sm:sr-only"> · {share}</span>}
        </span>
      </div>
      {isSpoken && <output className="sr-only">{quarter > 0 && `${label}: ${quarter * 25} %`}</output>}
      <progress
        aria-labelledby={id}
        aria-valuetext={isShare ? share : `${count}, ${share}`}
        max={Math.max(total, 1)}
        value={done}
        className="block h-2.5 w-full appearance-none overflow-hidden rounded-full border border-line-strong bg-sunken [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-primary [&::-webkit-progress-value]:transition-[inline-size]"
      />
    </div>
  );
}
