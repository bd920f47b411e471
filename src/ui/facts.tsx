import type { ReactNode } from 'react';

interface FactsProps {
  /** Name and value; an empty value shows a dash. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Facts about one thing: each value under its name, side by side if there is room. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="grid grid-cols-2 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-5 gap-y-3">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-medium wrap-anywhere tabular-nums">
            {value === '' || value === null || value === undefined ? '—' : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
