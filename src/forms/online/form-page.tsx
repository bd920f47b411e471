import type { ReactNode } from 'react';
import { Card } from '#ui/ui/card.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';

interface FormPageProps {
  title: string;
  /** The list that the record belongs to. */
  back: { to: string; label: string };
  subtitle?: ReactNode;
  children: ReactNode;
  /** Stands under the form, in cards of its own. */
  below?: ReactNode;
}

/** The screen around one form: its heading, the way back, a card of readable width. */
export function FormPage({ children, below, ...head }: FormPageProps) {
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader {...head} />
      <Card>{children}</Card>
      {below && <div className="mt-5 space-y-5">{below}</div>}
    </div>
  );
}
