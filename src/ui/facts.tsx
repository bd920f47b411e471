import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

interface FactsProps {
  /** Name and value pairs; an empty value is shown as a dash. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Stacks the pairs, for long values such as addresses. */
  stacked?: boolean;
}

/** Lists facts about one thing: each value below its name, side by side if there is room. */
export function Facts({ facts, stacked = false }: FactsProps) {
  return (
    <dl
      className={cx(
        'grid gap-x-5 gap-y-3',
        !stacked && 'grid-cols-2 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]',
      )}
    >
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-medium wrap-anywhere">
            {value === '' || value === null || value === undefined ? '—' : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
