import { cx } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** One grey bar in place of something that is loading. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <Bar className={cx('animate-shimmer', className)} />;
}

function Bar({ className }: { className: string }) {
  return <span aria-hidden="true" className={cx('block rounded-tag bg-neutral-soft', className)} />;
}

interface SkeletonRowsProps {
  rows?: number;
  columns?: number;
  /** Spoken while waiting, such as 'Loading breakdown details...'. */
  label?: string;
}

/** The skeleton of a list. It shimmers as one: an animation of each bar takes time from every frame while the list is drawn. */
export function SkeletonRows({ rows = 6, columns = 4, label = 'Loading…' }: SkeletonRowsProps) {
  return (
    <div aria-busy="true" className="animate-shimmer">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_row, row) => (
        <div key={row} className="grid grid-cols-2 gap-4 border-b border-line p-4 last:border-0 sm:flex sm:py-5">
          {Array.from({ length: columns }, (_column, column) => (
            <Bar key={column} className={cx('h-4', column === 0 ? 'w-full sm:flex-2' : 'w-2/3 sm:flex-1')} />
          ))}
        </div>
      ))}
    </div>
  );
}
