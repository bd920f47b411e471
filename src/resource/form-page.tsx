import type { ReactNode } from 'react';
import { Card } from '#ui/ui/card.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';

interface FormPageProps {
  title: string;
  /** The list that the record belongs to. */
  back: { to: string; label: string };
  subtitle?: ReactNode;
  children: ReactNode;
}

/** The screen around one form: its heading, the way back, a card of readable width. */
export function FormPage({ children, ...head }: FormPageProps) {
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader {...head} />
      <Card>{children}</Card>
    </div>
  );
}
