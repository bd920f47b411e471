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
  /** The default choice of the list; showing everything is then `all` in the address. */
  initial?: string;
}

/** Returns a filter's choice, from the URL or the default; empty if everything is shown. */
export function chosen(query: Pick<ListQuery, 'filter'>, { name, initial = '' }: Pick<ListFilter, 'name' | 'initial'>) {
  const given = query.filter(name) || initial;
  return given === allValue ? '' : given;
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
  const asked = chosen(query, filter);
  // An address may have the choice in lower case.
  const option = options.find((one) => one.value.toLowerCase() === asked.toLowerCase());
  const value = option?.value ?? asked;
  const known = value === '' || option !== undefined;
  return (
    <SelectField
      label={label}
      labelHidden
      placeholder={all}
      options={known ? options : [...options, { value, label: value }]}
      value={value}
      onChange={(event) => query.setFilter(name, event.target.value || (initial === undefined ? '' : allValue))}
      className={className}
    />
  );
}
