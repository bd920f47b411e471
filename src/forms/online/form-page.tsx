import type { ReactNode } from 'react';
import { Card } from '#ui/ui/card.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { PageHeader } from '#ui/ui/page-header.tsx';

interface FormPageProps {
  title: string;
  /** The list that the record belongs to. */
  back: { to: string; label: string };
  subtitle?: ReactNode;
  /** Buttons for the whole screen. */
  actions?: ReactNode;
  children: ReactNode;
  /** Cards below the form. */
  below?: ReactNode;
  /** Like `below`, but beside the form in a wide window. */
  beside?: ReactNode;
}

/** Lays out a screen with one form: heading, back link, and a card of readable width. */
export function FormPage({ children, below, beside, ...head }: FormPageProps) {
  const hasSide = beside !== undefined;
  return (
    <div className={cx('mx-auto max-w-3xl', hasSide && 'lg:max-w-6xl')}>
      <PageHeader {...head} />
      <div className={cx(hasSide && 'grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]')}>
        <Card>{children}</Card>
        {hasSide && <div className="min-w-0 space-y-5">{beside}</div>}
      </div>
      {below && <div className="mt-5 space-y-5">{below}</div>}
    </div>
  );
}
