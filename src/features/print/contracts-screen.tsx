import { contractsPaper } from '#contract/pages/papers/contracts.ts';
import { contractKinds } from '#contract/rules/contracts/terms.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { chosen, type ListFilter, ListFilters } from '#ui/lists/list-filters.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { paths } from '#ui/paths.ts';
import { PaperFrame } from './paper-frame.tsx';

const kindFilter: ListFilter = {
  name: 'kind',
  label: 'Kind',
  all: 'All kinds',
  options: contractKinds.map((value) => ({ value, label: value })),
};

/** The contracts with their ends, all or of one kind. */
export function ContractsPaperScreen() {
  const query = useListQuery();
  const now = useNow();
  const timeZone = useTimeZone();
  const today = useToday();
  const kind = contractKinds.find((each) => each === chosen(query, kindFilter)) ?? '';
  const paper = useView(
    (view) =>
      view.ready
        ? contractsPaper(
            { devices: view.all('device'), tasks: view.all('task'), contractOf: (id) => view.get('contract', id) },
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
