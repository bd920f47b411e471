import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

interface EmptyStateProps {
  /** Says what is missing. */
  title: string;
  /** Says what to do next. */
  children?: ReactNode;
  icon?: IconName;
  action?: ReactNode;
}

/** Says that there is no content, and what to do next. */
export function EmptyState({ title, children, icon = 'search', action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <span className="viewfinder mb-5 inline-flex p-5 text-primary">
        <Icon name={icon} size={36} />
      </span>
      <p className="text-lg font-bold">{title}</p>
      {children && <div className="mt-1 max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
