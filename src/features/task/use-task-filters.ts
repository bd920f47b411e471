import type { TaskListRow } from '#contract/pages/task-list.ts';
import { isTaskListed } from '#contract/pages/task-list.ts';
import { taskNames, taskStatuses, taskTypes } from '#contract/rules/task-status.ts';
import { useDepartmentFilter, useTechnicianFilter } from '#ui/care/work-filters.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { chosen, type ListFilter } from '#ui/lists/list-filters.tsx';
import type { ListQuery } from '#ui/lists/list-query.ts';

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

/** The filters of the maintenance screen, and whether they let a task through. Source: docs/decisions/251-list-filters.md. */
export function useTaskFilters(query: ListQuery) {
  const { userId } = useSignedIn();
  const filters = [stateFilter, useDepartmentFilter(), typeFilter, useTechnicianFilter()];
  const [asked = '', department, type, technician] = filters.map((filter) => chosen(query, filter));
  const status = taskStatuses.find((known) => known === asked) ?? '';
  const values = { status, department, type, technician };
  return {
    filters,
    isFiltered: Object.values(values).some(Boolean),
    lets: (task: TaskListRow) => isTaskListed(task, values, userId),
    /** All filters but the state, for counts by state. */
    counts: (task: TaskListRow) => isTaskListed(task, { ...values, status: '' }, userId),
  };
}
