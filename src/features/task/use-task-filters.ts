import { isTaskListed } from '#contract/pages/task-list.ts';
import { taskNames, taskStatuses } from '#contract/rules/task-status.ts';
import { taskTypes } from '#contract/records/values.ts';
import { useDepartmentFilter, useTechnicianFilter, useVendorFilter } from '#ui/work/work-filters.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { chosen, type ListFilter } from '#ui/lists/list-filters.tsx';
import type { ListQuery } from '#ui/lists/list-query.ts';

/** The facts of a task, created or only planned, that filters use. */
type Filtered = Parameters<typeof isTaskListed>[0];

const stateFilter: ListFilter = {
  name: 'status',
  label: 'State',
  all: 'All states',
  options: taskStatuses.map((value) => ({ value, label: value })),
};
const typeFilter: ListFilter = {
  name: 'type',
  label: 'Type',
  all: 'All types',
  options: taskTypes.map((value) => ({ value, label: `${value} · ${taskNames[value]}` })),
};

/**
 * Returns the maintenance screen's filters, and functions that test whether a task passes them. Source:
 * docs/decisions/251-list-filters.md.
 */
export function useTaskFilters(query: ListQuery) {
  const { userId } = useSignedIn();
  const filters = [stateFilter, useDepartmentFilter(), typeFilter, useTechnicianFilter(), useVendorFilter()];
  const [asked = '', department, type, technician, vendor] = filters.map((filter) => chosen(query, filter));
  const status = taskStatuses.find((known) => known === asked) ?? '';
  const values = { status, department, type, technician, vendor };
  return {
    filters,
    isFiltered: Object.values(values).some(Boolean),
    /** Changes whenever a choice does. */
    key: Object.values(values).join(' '),
    lets: (task: Filtered) => isTaskListed(task, values, userId),
    /** Applies all filters except the state, for counts by state. */
    counts: (task: Filtered) => isTaskListed(task, { ...values, status: '' }, userId),
  };
}
