import { agreementsPaper, registerStates } from '#contract/pages/papers/agreements.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { kindAsked, kindFilter } from '#ui/work/agreement-filter.ts';
import { endStepsOf } from '#ui/work/end-steps.ts';
import { chosen, type ListFilter, ListFilters } from '#ui/lists/list-filters.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { paths } from '#ui/paths.ts';
import { PaperFrame } from './paper-frame.tsx';

const stateFilter: ListFilter = {
  name: 'state',
  label: 'State',
  all: 'In force or not',
  options: [
    { value: 'in-force', label: 'In force' },
    { value: 'ending', label: 'End or notice due' },
  ],
};

/** Lists the contracts with their end dates: all, of one kind, or in one state. */
export function AgreementsPaperScreen() {
  const query = useListQuery();
  const now = useNow();
  const timeZone = useTimeZone();
  const today = useToday();
  const kind = kindAsked(query) ?? '';
  const state = registerStates.find((each) => each === chosen(query, stateFilter)) ?? '';
  const paper = useView(
    (view) =>
      view.ready
        ? agreementsPaper(
            {
              devices: view.all('device'),
              tasks: view.all('task'),
              agreementOf: (id) => view.get('contract', id),
              endSteps: endStepsOf(view),
            },
            { kind, state },
            { now, timeZone },
          )
        : undefined,
    // Recomputed each day, not each minute.
    [kind, state, today, timeZone],
  );
  return (
    <PaperFrame title="Register of Contracts" back={{ to: paths.warranties(), label: 'Warranties' }} paper={paper}>
      <div className="flex flex-wrap items-end gap-3">
        <ListFilters query={query} filters={[kindFilter, stateFilter]} />
      </div>
    </PaperFrame>
  );
}
