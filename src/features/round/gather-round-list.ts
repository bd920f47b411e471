import type { RoundListFacts } from '#contract/pages/round-list.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { templatesDoneOn } from '#contract/rules/rounds-done.ts';
import type { WardView } from '#ui/engine/engine.ts';

/** Collects the facts for the list of templates from the replica. */
export function gatherRoundList(view: Pick<WardView, 'all' | 'get'>, today: LocalDay): RoundListFacts {
  return {
    templates: view.all('template'),
    serialOf: (id) => view.get('device', id)?.serialNumber,
    doneToday: templatesDoneOn(view.all('round'), today),
  };
}
