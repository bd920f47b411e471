import { Fragment } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icons.tsx';

/** Pages shown on each side of the current one. */
const windowSize = 2;

/** Returns the page numbers to show: first, last, a window around the current one, and a gap for each run left out. */
export function pageItems(page: number, totalPages: number): readonly (number | 'gap')[] {
  const items: (number | 'gap')[] = [];
  let last = 0;
  for (let at = 1; at <= totalPages; at += 1) {
    if (at !== 1 && at !== totalPages && Math.abs(at - page) > windowSize) continue;
    if (at - last > 1) items.push('gap');
    items.push(at);
    last = at;
  }
  return items;
}

interface PaginationProps {
  /** Counted from 1. */
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
}

const look =
  'inline-flex min-h-target min-w-target items-center justify-center gap-1 rounded-control border font-semibold transition-colors disabled:pointer-events-none disabled:text-muted disabled:opacity-60';

/**
 * Shows Previous, numbered pages and Next; renders nothing for a single page, and ignores requests for the current page
 * or one outside the list.
 */
export function Pagination({ page, totalPages, onPage }: PaginationProps) {
  if (totalPages <= 1) return null;
  const go = (to: number) => {
    if (to >= 1 && to <= totalPages && to !== page) onPage(to);
  };
  const items = pageItems(page, totalPages);
  const step = cx(look, 'border-line-strong bg-surface px-3 hover:border-primary hover:bg-primary-soft');
  return (
    <nav aria-label="Pagination" className="flex flex-wrap items-center justify-between gap-3">
      <button type="button" disabled={page <= 1} onClick={() => go(page - 1)} className={cx(step, 'order-1')}>
        <Icon name="chevron-left" />
        Previous
      </button>
      <ol className="order-2 flex justify-center max-md:order-first max-md:w-full sm:gap-1">
        {items.map((item, index) => {
          const next = items[index + 1];
          if (item === 'gap') return <Gap key={`gap-before-${next}`} />;
          const far = Math.abs(item - page) === windowSize && item !== 1 && item !== totalPages;
          const besideGap = next === 'gap' || items[index - 1] === 'gap';
          return (
            <Fragment key={item}>
              <li className={far ? 'max-[400px]:hidden' : ''}>
                <button
                  type="button"
                  {...(item === page && { 'aria-current': 'page' })}
                  onClick={() => go(item)}
                  className={cx(
                    look,
                    item === page
                      ? 'border-transparent bg-primary text-on-primary'
                      : 'border-transparent text-primary-ink hover:bg-primary-soft',
                  )}
                >
                  {item}
                </button>
              </li>
              {far && !besideGap && <Gap narrowOnly />}
            </Fragment>
          );
        })}
      </ol>
      <button type="button" disabled={page >= totalPages} onClick={() => go(page + 1)} className={cx(step, 'order-3')}>
        Next
        <Icon name="chevron-right" />
      </button>
    </nav>
  );
}

function Gap({ narrowOnly = false }: { narrowOnly?: boolean }) {
  return (
    <li
      aria-hidden="true"
      className={cx(
        'min-h-target w-6 place-content-center text-center text-muted',
        narrowOnly ? 'hidden max-[400px]:grid' : 'grid',
      )}
    >
      …
    </li>
  );
}
