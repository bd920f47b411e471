import { cx } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Renders a grey bar in place of something that is loading. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <Bar className={cx('animate-shimmer', className)} />;
}

function Bar({ className }: { className: string }) {
  return <span aria-hidden="true" className={cx('block rounded-tag bg-neutral-soft', className)} />;
}

interface SkeletonRowsProps {
  rows?: number;
  columns?: number;
  /** Announced while waiting, such as 'Loading breakdown details...'. */
  label?: string;
}

/**
 * Renders a list's skeleton. It shimmers as a whole, because animating each bar would slow down every frame while the
 * list renders.
 */
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
