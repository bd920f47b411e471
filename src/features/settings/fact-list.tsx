import { Fragment, type ReactNode } from 'react';

/** Names and values, one pair a line. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-5 gap-y-2.5">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 font-medium tabular-nums">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
