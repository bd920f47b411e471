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
  /** The choice that lets all through; without `initial` it is also the one that no address names. */
  all: string;
  /** What the list opens with; the choice of all is then the address's `all`. */
  initial?: string;
}

/** The choice of a filter, from the URL or as the list opens; empty when all is let through. */
export function chosen(query: Pick<ListQuery, 'filter'>, { name, initial = '' }: Pick<ListFilter, 'name' | 'initial'>) {
  const given = query.filter(name) || initial;
  return given === allValue ? '' : given;
}

/** Lets all through where a list opens with less. */
export const allValue = 'all';

interface ListFiltersProps {
  query: ListQuery;
  filters: readonly ListFilter[];
}

/** The filters of a list beside its search; on a phone only the first, and the others behind a button that counts them. */
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
  // An address may spell a choice in small letters.
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
