import { contractsPaper } from '#contract/pages/papers/contracts.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { kindAsked, kindFilter } from '#ui/care/contract-filter.ts';
import { endStepsOf } from '#ui/care/end-steps.ts';
import { ListFilters } from '#ui/lists/list-filters.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { paths } from '#ui/paths.ts';
import { PaperFrame } from './paper-frame.tsx';

/** The contracts with their ends, all or of one kind. */
export function ContractsPaperScreen() {
  const query = useListQuery();
  const now = useNow();
  const timeZone = useTimeZone();
  const today = useToday();
  const kind = kindAsked(query) ?? '';
  const paper = useView(
    (view) =>
      view.ready
        ? contractsPaper(
            {
              devices: view.all('device'),
              tasks: view.all('task'),
              contractOf: (id) => view.get('contract', id),
              endSteps: endStepsOf(view),
            },
            kind,
            { now, timeZone },
          )
        : undefined,
    // It changes with the day, not with the minute.
    [kind, today, timeZone],
  );
  return (
    <PaperFrame title="Register of Contracts" back={{ to: paths.warranties(), label: 'Warranties' }} paper={paper}>
      <div className="flex flex-wrap items-end gap-3">
        <ListFilters query={query} filters={[kindFilter]} />
      </div>
    </PaperFrame>
  );
}
