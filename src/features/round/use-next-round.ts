import type { TemplateSummary } from '#contract/calls/round/template.ts';
import { buildRoundList } from '#contract/pages/round-list.ts';
import { orderRounds, roundStage } from '#contract/pages/round-order.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { useBegunRounds } from '#ui/work/use-begun-rounds.ts';
import { gatherRoundList } from './gather-round-list.ts';

/** Returns the round to walk after this one: the first that is begun, else the first that is pending today. */
export function useNextRound(templateId: string): TemplateSummary | undefined {
  const today = useToday();
  const begun = useBegunRounds(today);
  const others = useView(
    (view) => buildRoundList(gatherRoundList(view, today)).filter((row) => row.templateId !== templateId),
    [today, templateId],
  );
  const stageOf = (row: TemplateSummary) =>
    roundStage({ isBegun: begun?.has(row.templateId) ?? false, isDoneToday: row.isDoneToday });
  return orderRounds(others, stageOf).find((row) => stageOf(row) !== 'done' && row.serials.length > 0);
}
