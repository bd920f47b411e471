import { byName } from '#contract/pages/names.ts';
import { orderRounds, type RoundStage, roundStage } from '#contract/pages/round-order.ts';
import type { RoundProgress } from '#ui/work/round-under-way.ts';
import { useBegunRounds } from '#ui/work/use-begun-rounds.ts';
import { paths } from '#ui/paths.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { gatherRoundStatus } from './gather-dashboard.ts';
import { panelLink } from './panel.tsx';

/** Rounds shown in the banner; the list of rounds has all of them. */
const maxShown = 3;

interface RoundToday {
  id: string;
  name: string;
  stage: RoundStage;
  begun: RoundProgress | undefined;
}

/** Lists the rounds still to walk today, in the order of the list of rounds, so that the next round is one tap away. */
export function PendingRounds() {
  const today = useToday();
  const begun = useBegunRounds(today);
  const { templates, doneToday } = useView((view) => gatherRoundStatus(view, today), [today]);
  const rows = templates.toSorted(byName).map(({ id, name }): RoundToday => {
    const progress = begun?.get(id);
    const stage = roundStage({ isBegun: progress !== undefined, isDoneToday: doneToday.has(id) });
    return { id, name, stage, begun: progress };
  });
  if (rows.every(({ stage }) => stage === 'done')) return null;
  const ordered = orderRounds(rows, ({ stage }) => stage);
  // Counted as on the tile: rounds done today are no longer pending.
  const more = ordered.slice(maxShown).filter(({ stage }) => stage !== 'done').length;
  const isPending = rows.some(({ stage }) => stage === 'pending');
  return (
    <Alert tone="warn">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="font-bold">{isPending ? 'Daily Round for today is pending!' : 'A round is in progress.'}</p>
        {more > 0 && (
          <ButtonLink variant="ghost" className={panelLink} to={paths.rounds()}>
            {more} more
          </ButtonLink>
        )}
      </div>
      <ul aria-label="Rounds of today" className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-3">
        {ordered.slice(0, maxShown).map((round, index) => (
          <li key={round.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-32 wrap-anywhere">{round.name}</span>
            <RoundStep round={round} isNext={index === 0} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function RoundStep({ round: { id, name, stage, begun }, isNext }: { round: RoundToday; isNext: boolean }) {
  if (stage === 'done') return <Badge tone="ok">Done today</Badge>;
  const words = begun ? 'Continue' : 'Start round';
  return (
    <span className="flex flex-wrap items-center gap-2">
      {begun && (
        <Badge tone="info">
          {begun.answered} of {begun.total}
        </Badge>
      )}
      <ButtonLink
        variant={isNext ? 'primary' : 'secondary'}
        to={paths.roundAdd(id)}
        className="whitespace-nowrap"
        anchor={{ 'aria-label': `${words}: ${name}` }}
      >
        {words}
      </ButtonLink>
    </span>
  );
}
