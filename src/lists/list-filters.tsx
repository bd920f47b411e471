import { useId, useState } from 'react';
import { Button } from '#ui/ui/button.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { SelectField, type SelectOption } from '#ui/ui/select-field.tsx';
import type { ListQuery } from './list-query.ts';

/** One filter of a list: a choice that its URL keeps under `name`. */
export interface ListFilter {
  name: string;
  label: string;
  options: readonly SelectOption[];
  /** Label of the choice that shows everything; without `initial` it is also the default. */
  all: string;
  /** The choice for a value that is not offered; without it, such a value counts as none. */
  other?: (value: string) => SelectOption;
  /** The default choice of the list; showing everything is then `all` in the address. */
  initial?: string;
}

/** A list's address and one of its filters. */
type Asked = [query: Pick<ListQuery, 'filter'>, filter: Pick<ListFilter, 'name' | 'options' | 'initial' | 'other'>];

/** Finds the choice that the address names, possibly in lower case. */
function named(...[query, { name, options, other }]: Asked): SelectOption | undefined {
  const given = query.filter(name);
  return (
    options.find(({ value }) => value.toLowerCase() === given.toLowerCase()) ??
    (given === allValue || given === '' ? undefined : other?.(given))
  );
}

/**
 * Returns a filter's choice, from the URL or the default; empty if everything is shown. A value that is no choice
 * counts as none.
 */
export function chosen(...asked: Asked): string {
  const [query, { name, initial = '' }] = asked;
  return query.filter(name) === allValue ? '' : (named(...asked)?.value ?? initial);
}

/** Shows everything in a list whose default is narrower. */
export const allValue = 'all';

interface ListFiltersProps {
  query: ListQuery;
  filters: readonly ListFilter[];
}

/**
 * Shows a list's filters beside its search; on a phone only the first one, with the others behind a button that counts
 * them.
 */
export function ListFilters({ query, filters }: ListFiltersProps) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const [first, ...rest] = filters;
  const used = rest.filter((filter) => chosen(query, filter) !== '').length;
  return (
    <>
      {first && <FilterSelect query={query} filter={first} className="grow basis-44 sm:max-w-56" />}
      {rest.length > 0 && (
        <Button
          icon="filter"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
          className="sm:hidden"
        >
          {used > 0 ? `Filters (${used})` : 'Filters'}
        </Button>
      )}
      <div
        id={panel}
        className={cx('flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow sm:contents', !open && 'max-sm:hidden')}
      >
        {rest.map((filter) => (
          <FilterSelect
            key={filter.name}
            query={query}
            filter={filter}
            className="basis-48 sm:max-w-56 sm:grow sm:basis-44"
          />
        ))}
      </div>
    </>
  );
}

function FilterSelect({ query, filter, className }: { query: ListQuery; filter: ListFilter; className: string }) {
  const { name, label, all, options, initial } = filter;
  const option = named(query, filter);
  return (
    <SelectField
      label={label}
      labelHidden
      placeholder={all}
      options={!option || options.includes(option) ? options : [...options, option]}
      value={chosen(query, filter)}
      onChange={(event) => query.setFilter(name, event.target.value || (initial === undefined ? '' : allValue))}
      className={className}
    />
  );
}
