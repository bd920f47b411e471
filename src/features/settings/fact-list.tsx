import { Fragment, type ReactNode } from 'react';

/** A name and its value. */
export type Fact = readonly [string, ReactNode];

/** Lists names and values, one pair per line. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[2fr_3fr] gap-x-4 sm:grid-cols-[minmax(7rem,auto)_1fr] gap-y-2.5">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
