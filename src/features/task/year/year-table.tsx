import { Link } from 'react-router-dom';
import { type YearEntry, type YearRow, type YearState, yearStates } from '#contract/pages/year-plan.ts';
import { taskNames } from '#contract/rules/task-status.ts';
import type { TaskType } from '#contract/records/values.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { cx } from '#ui/ui/class-names.ts';
import { stateSigns } from '../state-signs.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Short enough for a twelfth of a tablet's width. */
const shortTypes: Record<TaskType, string> = {
  PM: 'PM',
  CM: 'CM',
  Ins: 'Ins',
  Cal: 'Cal',
  Safety: 'Saf',
  Inspection: 'Insp',
};

const signs: Record<YearState, { sign: string; look: string }> = {
  ...stateSigns,
  Planned: { sign: '◇', look: 'text-muted' },
};

/** Shows devices by months; each month links to its list. */
export function YearTable({ year, rows }: { year: number; rows: readonly YearRow[] }) {
  return (
    <>
      <section
        aria-label={`Devices and months of ${year}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways is reached by keyboard
        tabIndex={0}
        // A month that has the focus is not scrolled under the column of devices.
        style={{ scrollPaddingLeft: '11rem' }}
        className="relative overflow-x-auto"
      >
        <table className="w-full min-w-[46rem] table-fixed border-separate border-spacing-0 text-sm">
          <caption className="sr-only">Maintenance of {year}, devices by months</caption>
          <thead className="bg-sunken">
            <tr>
              <th scope="col" className="sticky left-0 w-40 bg-sunken px-3 py-2 text-left text-muted">
                Device
              </th>
              {months.map((month, index) => (
                <th key={month} scope="col" className="py-1 text-center">
                  <Link
                    to={withQuery(paths.maintenance(), { month: `${year}-${String(index + 1).padStart(2, '0')}` })}
                    className="inline-flex size-target items-center justify-center font-semibold text-primary-ink underline"
                  >
                    {month}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.deviceId} className="align-top *:border-t *:border-line">
                <th scope="row" className="sticky left-0 bg-surface px-3 py-2 text-left font-normal wrap-anywhere">
                  <Link
                    to={paths.device(row.serialNumber)}
                    className="inline-flex min-h-target items-center font-semibold text-primary-ink underline"
                  >
                    {row.serialNumber}
                  </Link>
                  <span className="block text-muted">{[row.name, row.department].filter(Boolean).join(', ')}</span>
                </th>
                {row.months.map((entries, index) => (
                  <td key={months[index]} className="px-0.5 py-2 text-center">
                    {entries.map((entry) => (
                      <Entry key={`${entry.type} ${entry.state}`} entry={entry} />
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-3 text-sm text-muted">
        {yearStates.map((state) => (
          <span key={state}>
            <span aria-hidden="true" className={cx('font-bold', signs[state].look)}>
              {signs[state].sign}
            </span>{' '}
            {state}
          </span>
        ))}
        <span>Saf: Safety test</span>
        <span>Insp: Inspection</span>
      </p>
    </>
  );
}

function Entry({ entry: { type, state, count } }: { entry: YearEntry }) {
  return (
    <span className="block whitespace-nowrap">
      <span className="sr-only">{`${taskNames[type]}: ${count} ${state.toLowerCase()}. `}</span>
      <span aria-hidden="true">
        {shortTypes[type]}{' '}
        <span className={cx('font-bold', signs[state].look)}>
          {signs[state].sign}
          {count > 1 && count}
        </span>
      </span>
    </span>
  );
}
