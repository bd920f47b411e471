import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';
import { type Tone, toneText } from './tone.ts';

interface TileProps {
  label: string;
  /** The number, formatted; a skeleton while it comes. */
  value: ReactNode;
  /** What the number is about: "3 overdue". */
  detail?: ReactNode;
  icon: IconName;
  tone?: Tone;
  /** Where the whole tile leads. */
  to?: string;
}

/** One number of a dashboard with its word. */
export function Tile({ label, value, detail, icon, tone, to }: TileProps) {
  const look =
    'group relative block min-w-0 rounded-card border border-line bg-surface p-4 text-ink no-underline shadow-card';
  const inside = (
    <>
      <span className="flex items-center gap-2 text-sm font-semibold text-muted">
        <Icon name={icon} className={tone ? toneText[tone] : 'text-primary'} />
        <span className="min-w-0 flex-1">{label}</span>
        {to !== undefined && (
          <Icon name="chevron-right" size={18} className="transition-transform group-hover:translate-x-0.5" />
        )}
      </span>
      <span className={cx('mt-2 block text-3xl font-bold tracking-tight tabular-nums', tone && toneText[tone])}>
        {value}
      </span>
      {detail !== undefined && <span className="mt-0.5 block text-sm text-muted">{detail}</span>}
    </>
  );
  return to === undefined ? (
    <div className={look}>{inside}</div>
  ) : (
    <Link to={to} className={cx(look, 'transition-colors hover:border-primary')}>
      {inside}
    </Link>
  );
}
