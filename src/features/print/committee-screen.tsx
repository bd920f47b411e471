import { committeePaper, sheetMonths } from '#contract/pages/papers/committee.ts';
import { periodWords } from '#contract/rules/figures/period.ts';
import { addDays, addMonthsKeepingDay } from '#contract/rules/hospital-day.ts';
import { isOffline } from '#ui/engine/engine.ts';
import { LoadProblem } from '#ui/engine/load-problem.tsx';
import { useAsOf, useToday } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { paths } from '#ui/paths.ts';
import { SelectField } from '#ui/ui/select-field.tsx';
import { PaperFrame } from './paper-frame.tsx';

/** Number of months offered. */
const choosable = 24;

/**
 * Shows a month's figures with those of the three months before; opens with the last complete month of the hospital's
 * record, or with the current month.
 */
export function CommitteePaperScreen() {
  const query = useListQuery();
  const today = useToday();
  const monthAt = (place: number) => addMonthsKeepingDay(`${today.slice(0, 7)}-01`, -place).slice(0, 7);
  const running = useMonth(monthAt(0), true);
  const begins = running.page?.period.firstDay.slice(0, 7) ?? '';
  const asked = query.filter('month');
  const latest = Array.from({ length: choosable }, (_month, place) => monthAt(place));
  const isEarlier = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(asked) && asked < monthAt(choosable - 1);
  const choices = [...latest, ...(isEarlier ? [asked] : [])].filter((each) => each >= begins);
  const month = choices.find((each) => each === asked) ?? choices[1] ?? monthAt(0);
  const { months, error: failed, reload, asOf } = useMonths(month);
  // Until the first day of the record is known, a request for the previous month may fail because it lies before that
  // day.
  const error = (running.page ?? running.error) ? failed : null;
  const made = useAsOf(months ? asOf : null) ?? null;
  const seen = error && isOffline(error) ? made : null;
  return (
    <PaperFrame
      title="Committee Sheet"
      back={{ to: paths.figures(), label: 'Figures' }}
      paper={months && committeePaper(months, seen)}
      asOf={made}
      isRefused={error !== null}
    >
      <SelectField
        label="Month"
        className="sm:max-w-72"
        value={month}
        options={choices.map((value) => ({ value, label: monthWords(value) }))}
        onChange={(event) => query.setFilter('month', event.target.value)}
      />
      <LoadProblem
        call={{ error, reload }}
        offline={
          seen === null
            ? 'No connection to the server, and this tablet has not seen these figures yet.'
            : 'No connection to the server. These are the figures as this tablet last saw them.'
        }
        failed="The figures could not be loaded."
      />
    </PaperFrame>
  );
}

function monthWords(month: string): string {
  const from = `${month}-01`;
  return periodWords({ from, to: addDays(addMonthsKeepingDay(from, 1), -1) });
}

/** Loads the figures of a month and of the three months before, as far back as the hospital has a record. */
function useMonths(month: string) {
  const [third = '', second = '', first = ''] = sheetMonths(month);
  const last = useMonth(month, true);
  const begins = last.page?.period.firstDay.slice(0, 7);
  const isRecorded = (each: string) => begins !== undefined && begins <= each;
  const calls = [
    useMonth(third, isRecorded(third)),
    useMonth(second, isRecorded(second)),
    useMonth(first, isRecorded(first)),
    last,
  ];
  const isComplete = begins !== undefined && calls.every(({ page, month: at }) => page !== null || !isRecorded(at));
  return {
    months: isComplete ? calls.map(({ month: at, page }) => ({ from: `${at}-01`, page })) : undefined,
    error: calls.find(({ error }) => error !== null)?.error ?? null,
    // The oldest answer determines how fresh the sheet is.
    asOf: calls.flatMap(({ page, asOf }) => (page && asOf !== null ? [asOf] : [])).toSorted()[0] ?? null,
    reload: () => {
      for (const { reload, isAsked } of calls) if (isAsked) reload();
    },
  };
}

function useMonth(month: string, isAsked: boolean) {
  const { data, error, asOf, reload } = useOnlineCall(
    'figures',
    { query: { period: 'month', at: month } },
    { enabled: isAsked },
  );
  // The answer for another month stays on screen until this month's arrives.
  const page = data?.period.from === `${month}-01` ? data : null;
  return { month, page, error: isAsked ? error : null, asOf, reload, isAsked };
}
