import { typedYears } from '#contract/fields.ts';
import { planYearPaper } from '#contract/pages/papers/plan-year.ts';
import { taskNames } from '#contract/rules/task-status.ts';
import { plannedTypes } from '#contract/records/values.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { paths } from '#ui/paths.ts';
import { SelectField } from '#ui/ui/select-field.tsx';
import { PaperFrame } from './paper-frame.tsx';

const kinds = plannedTypes.map((value) => ({ value, label: taskNames[value] }));

/** Shows a year of planned work, devices by months. */
export function PlanYearScreen() {
  const query = useListQuery();
  const today = useToday();
  const thisYear = Number(today.slice(0, 4));
  const asked = Number(query.filter('year'));
  const year = Number.isInteger(asked) && asked >= typedYears.first && asked <= typedYears.last ? asked : thisYear;
  const known = useView(
    (view) =>
      [...new Set([thisYear, year, ...view.all('task').map((task) => Number(task.taskDate.slice(0, 4)))])].sort(),
    [thisYear, year],
  );
  const type = plannedTypes.find((each) => each === query.filter('type')) ?? 'PM';
  const paper = useView(
    (view) =>
      view.ready
        ? planYearPaper({ devices: view.all('device'), tasks: view.all('task') }, { year, type }, today)
        : undefined,
    [year, type, today],
  );
  return (
    <PaperFrame title="Calendar of the Year" back={{ to: paths.maintenance(), label: 'Maintenance' }} paper={paper}>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Year"
          className="grow basis-28 sm:max-w-40"
          value={String(year)}
          options={known.map((each) => ({ value: String(each), label: String(each) }))}
          onChange={(event) => query.setFilter('year', event.target.value)}
        />
        <SelectField
          label="Kind of work"
          className="grow basis-56 sm:max-w-72"
          value={type}
          options={kinds}
          onChange={(event) => query.setFilter('type', event.target.value)}
        />
      </div>
    </PaperFrame>
  );
}
