import { useSearchParams } from 'react-router-dom';
import { counted } from '#contract/rules/counted.ts';
import { typedYears } from '#contract/fields.ts';
import { buildYear } from '#contract/pages/year-plan.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { horizonOf } from '#contract/rules/plan.ts';
import { plannedTypes } from '#contract/records/values.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useReplicaAsOf, useToday } from '#ui/engine/use-now.ts';
import { ListFilters } from '#ui/lists/list-filters.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { Pagination } from '#ui/ui/pagination.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { useTaskFilters } from '../use-task-filters.ts';
import { YearTable } from './year-table.tsx';

/** Devices per page. */
const pageRows = 100;

/**
 * Shows a year's work, devices by months, from the replica; printed as a separate paper. Source: docs/product.md P86.
 */
export function YearScreen() {
  const today = useToday();
  const asOf = useReplicaAsOf();
  const query = useListQuery();
  const { filters, isFiltered, lets, key } = useTaskFilters(query);
  const { year, show } = useYear(Number(today.slice(0, 4)));
  // The paper shows one kind of planned work at a time, and has its own default.
  const type = plannedTypes.find((each) => each === query.filter('type'));
  const rows = useView(
    (view) =>
      view.ready
        ? buildYear({ devices: view.all('device'), tasks: view.all('task') }, { year, today, lets })
        : undefined,
    [year, today, key],
  );
  const totalPages = Math.max(1, Math.ceil((rows?.length ?? 0) / pageRows));
  const page = Math.min(query.page, totalPages);
  const shown = rows?.slice((page - 1) * pageRows, page * pageRows);
  return (
    <div>
      <PageHeader
        title={`Maintenance ${year}`}
        asOf={asOf}
        back={{ to: paths.maintenance(), label: 'Maintenance' }}
        actions={
          <span className="flex flex-wrap gap-2">
            <Button
              icon="chevron-left"
              disabled={year <= typedYears.first}
              onClick={() => show(year - 1)}
              aria-label={`Show ${year - 1}`}
            >
              {year - 1}
            </Button>
            <Button
              icon="chevron-right"
              disabled={year >= typedYears.last}
              onClick={() => show(year + 1)}
              aria-label={`Show ${year + 1}`}
            >
              {year + 1}
            </Button>
            <ButtonLink to={withQuery(paths.printPlanYear(), { year: String(year), type })} icon="print">
              Print
            </ButtonLink>
          </span>
        }
      />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <ListFilters query={query} filters={filters} />
      </div>
      <Card flush>
        {!shown && <SkeletonRows rows={8} columns={6} />}
        {shown?.length === 0 && (
          <EmptyState icon="calendar" title={isFiltered ? 'No device matches these filters.' : 'No work in this year.'}>
            {isFiltered ? 'Choose other filters.' : 'Browse other years to see more.'}
          </EmptyState>
        )}
        {shown && shown.length > 0 && <YearTable year={year} rows={shown} />}
        {rows && (
          <p className="border-t border-line px-4 py-3 text-sm text-muted">
            {counted(rows.length, 'device')}
            {totalPages > 1 && `, page ${page} of ${totalPages}`}. Tasks are created up to{' '}
            {formatSlashDay(horizonOf(today))}; later ones are only planned (◇).
          </p>
        )}
        {totalPages > 1 && (
          <div className="border-t border-line p-4">
            <Pagination page={page} totalPages={totalPages} onPage={query.setPage} />
          </div>
        )}
      </Card>
    </div>
  );
}

/** Returns the year that the address names, or this year. */
function useYear(thisYear: number) {
  const [params, setParams] = useSearchParams();
  const asked = Number(params.get('year'));
  const year = Number.isInteger(asked) && asked >= typedYears.first && asked <= typedYears.last ? asked : thisYear;
  const show = (next: number) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.delete('page');
        changed.set('year', String(next));
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return { year, show };
}
