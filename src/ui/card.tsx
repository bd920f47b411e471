import { type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { type Tone, toneSoft } from './tone.ts';

interface CardProps {
  children: ReactNode;
  /** Makes the card a named region with a heading. */
  title?: string;
  /** Controls to the right of the title. */
  actions?: ReactNode;
  /** Colours border and background; the text explains why. */
  tone?: Tone | undefined;
  /** The content extends to the edges: tables, lists. */
  flush?: boolean;
  /** Leaves the height to the content: the title takes one line. */
  low?: boolean;
  className?: string;
}

/** Groups related content on a surface. */
export function Card({ children, title, actions, tone, flush = false, low = false, className }: CardProps) {
  const titleId = useId();
  const look = cx(
    'min-w-0 rounded-card border shadow-card',
    tone ? toneSoft[tone] : 'border-line bg-surface',
    className,
  );
  const body = <div className={cx('text-ink', flush ? 'overflow-clip rounded-b-card' : 'p-4 sm:p-5')}>{children}</div>;
  if (title === undefined) return <div className={look}>{body}</div>;
  return (
    <section aria-labelledby={titleId} className={look}>
      <div
        className={cx(
          'flex flex-wrap items-center justify-between gap-x-2 gap-y-1 border-b border-line px-4 sm:px-5',
          low ? 'min-h-10 py-1' : 'min-h-14 py-1.5',
        )}
      >
        <h2 id={titleId} className="text-lg font-bold">
          {title}
        </h2>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {body}
    </section>
  );
}
