import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';
import { type Tone, toneText } from './tone.ts';

interface TileProps {
  label: string;
  /** The formatted number; a skeleton while it loads. */
  value: ReactNode;
  /** More about the number: "3 overdue". */
  detail?: ReactNode;
  icon: IconName;
  tone?: Tone;
  /** The address that the whole tile links to. */
  to?: string;
}

/** Shows one number of a dashboard with its label. */
export function Tile({ label, value, detail, icon, tone, to }: TileProps) {
  const look =
    'group relative block min-w-0 rounded-card border border-line bg-surface px-4 py-3 text-ink no-underline shadow-card';
  const inside = (
    <>
      <span className="flex flex-wrap items-start justify-between gap-2">
        <span
          className={cx('min-w-0 wrap-anywhere text-3xl leading-none font-bold tracking-tight', tone && toneText[tone])}
        >
          {value}
        </span>
        <Icon name={icon} size={24} className={tone ? toneText[tone] : 'text-primary'} />
      </span>
      <span className="mt-1 block text-sm font-semibold">
        {to === undefined ? (
          label
        ) : (
          <>
            {/* The icon uses the padding after the last word; on its own it would wrap to another line. */}
            <span className="pr-4.5">{label}</span>
            <Icon
              name="chevron-right"
              size={16}
              className="-ml-4 inline transition-transform group-hover:translate-x-0.5"
            />
          </>
        )}
      </span>
      {detail !== undefined && <span className="block text-sm text-muted">{detail}</span>}
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
