import { buildAnswers } from '#contract/pages/dashboard-answers.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { Tile } from '#ui/ui/tile.tsx';
import { gatherAnswers } from './gather-dashboard.ts';

/** "Are we all right?": each figure leads to the list that it counts. */
export function AnswerTiles({ ready }: { ready: boolean }) {
  const today = useToday();
  const { outOfUse, overdue, pendingRounds, templates, openTickets } = useView(
    (view) => buildAnswers(gatherAnswers(view, today), today),
    [today],
  );
  const value = (count: number) => (ready ? count.toLocaleString('en-IN') : <Skeleton className="h-8 w-12" />);
  return (
    <section aria-label="Are we all right?" className="grid grid-cols-2 gap-3 sm:grid-cols-4 sm:gap-4">
      <Tile
        label="Out of use"
        icon="device"
        tone={outOfUse > 0 ? 'danger' : 'ok'}
        value={value(outOfUse)}
        to={withQuery(paths.devices(), { status: 'out-of-use' })}
      />
      <Tile
        label="Overdue tasks"
        icon="calendar"
        tone={overdue > 0 ? 'danger' : 'ok'}
        value={value(overdue)}
        to={withQuery(paths.maintenance(), { status: 'overdue' })}
      />
      <Tile
        label="Rounds pending today"
        icon="rounds"
        tone={pendingRounds > 0 ? 'warn' : 'ok'}
        value={value(pendingRounds)}
        detail={ready && (templates === 0 ? 'No templates yet' : `${templates - pendingRounds} of ${templates} done`)}
        to={withQuery(paths.rounds(), { today: 'pending' })}
      />
      <Tile
        label="Open tickets"
        icon="ticket"
        tone={openTickets > 0 ? 'warn' : 'ok'}
        value={value(openTickets)}
        to={withQuery(paths.tickets(), { status: 'not-closed' })}
      />
    </section>
  );
}
