import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from './icons.tsx';
import { useKeptAddress, type WayBack } from './kept-queries.ts';

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  /** A small picture beside title and subtitle. */
  picture?: ReactNode;
  /** Buttons for the whole screen. */
  actions?: ReactNode;
  /** How fresh the data is: "as of 10:42". */
  asOf?: string | undefined;
  /** Link to the parent screen; a list is shown as it was left. */
  back?: WayBack;
}

/** Shows a screen's header: parent link, title, how fresh the data is, and actions. */
export function PageHeader({ title, subtitle, picture, actions, asOf, back }: PageHeaderProps) {
  const addressOf = useKeptAddress();
  const freshness = asOf !== undefined && (
    <span className="inline-flex items-center gap-1.5 text-sm text-muted">
      <Icon name="clock" size={16} />
      {asOf}
    </span>
  );
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {back && (
          <div className="flex flex-wrap items-center gap-x-4">
            <Link
              to={addressOf(back.to)}
              onClick={back.onFollow}
              className="-ml-1 inline-flex min-h-target items-center gap-1.5 rounded-tag px-1 font-semibold text-primary-ink hover:underline"
            >
              <Icon name="arrow-left" size={18} />
              {back.label}
            </Link>
            {freshness}
          </div>
        )}
        <div className="flex items-start gap-3">
          {picture}
          <div className="min-w-0">
            <h1 className="text-2xl leading-tight font-bold wrap-anywhere sm:text-3xl">{title}</h1>
            {(subtitle !== undefined || (!back && freshness)) && (
              <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
                {subtitle}
                {!back && freshness}
              </div>
            )}
          </div>
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">{actions}</div>}
    </div>
  );
}
