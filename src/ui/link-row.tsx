import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface LinkRowProps {
  to: string;
  title: ReactNode;
  /** The line below the title. */
  detail: ReactNode;
  /** Badges. */
  children?: ReactNode;
}

/** A row of a list in a card that opens a record: its name, a line about it, and badges beside both. */
export function LinkRow({ to, title, detail, children }: LinkRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2 sm:px-5">
      <span className="min-w-0">
        <Link
          to={to}
          className="-my-2.5 inline-block py-2.5 font-semibold wrap-anywhere text-primary-ink underline underline-offset-4"
        >
          {title}
        </Link>
        <span className="block text-sm wrap-anywhere text-muted">{detail}</span>
      </span>
      {children !== undefined && <span className="flex flex-wrap gap-2">{children}</span>}
    </li>
  );
}
