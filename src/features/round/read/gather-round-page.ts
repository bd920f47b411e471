import type { RoundPage, RoundRow } from '#contract/calls/round/read.ts';
import { buildRoundRow, byNewest, type RoundPageFacts } from '#contract/pages/round.ts';
import type { RoundRecord } from '#contract/records/ward.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { readEntries } from '#contract/rules/round-entry.ts';
import type { WardView } from '#ui/engine/engine.ts';

type Reads = Pick<WardView, 'all' | 'get'>;

/**
 * Collects the facts for a round's page from the replica; the entries come from the server's answer, because tablets do
 * not keep them.
 */
export function gatherRoundPage(view: Reads, round: RoundRecord, told?: RoundPage): RoundPageFacts {
  return {
    round,
    templateName: view.get('template', round.templateId)?.name ?? told?.templateName ?? null,
    entries: told ? told.entries.map((entry) => ({ entry, device: entry })) : keptEntries(view, round),
    tickets: view.all('ticket'),
  };
}

function keptEntries(view: Reads, { entries: kept }: RoundRecord): RoundPageFacts['entries'] {
  if (!kept) return [];
  const ids = view.all('device').map(({ id }) => id);
  return readEntries(kept, ids).entries.flatMap((entry) => {
    const device = view.get('device', entry.deviceId);
    return device ? [{ entry, device }] : [];
  });
}

/** Which rounds a list shows; an empty choice means all. */
interface RoundChoice {
  templateId?: string | undefined;
  on?: LocalDay | undefined;
}

/** Returns the submitted rounds of a template or day, latest first; a tablet has them all, without their entries. */
export function gatherRoundRows(view: Reads, { templateId, on }: RoundChoice): RoundRow[] {
  return view
    .all('round')
    .filter((round) => (!templateId || round.templateId === templateId) && (!on || round.on === on))
    .toSorted(byNewest)
    .map((round) => buildRoundRow(round, view.get('template', round.templateId)?.name ?? null));
}
