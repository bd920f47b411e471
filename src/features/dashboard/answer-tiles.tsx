import { buildAnswers, type DashboardAnswers } from '#contract/pages/dashboard-answers.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { Tile } from '#ui/ui/tile.tsx';
import type { Tone } from '#ui/ui/tone.ts';
import { gatherAnswers } from './gather-dashboard.ts';

/** Shows whether all is well: each figure links to the list that it counts. */
export function AnswerTiles({ ready }: { ready: boolean }) {
  const today = useToday();
  const answers = useView((view) => (ready ? buildAnswers(gatherAnswers(view, today), today) : null), [ready, today]);
  const value = (count: number | undefined) =>
    count === undefined ? <Skeleton className="h-7.5 w-12" /> : count.toLocaleString('en-IN');
  const tone = (count: number | undefined, some: Tone) => count !== undefined && { tone: count > 0 ? some : 'ok' };
  return (
    <section aria-label="Are we all right?" className="grid grid-cols-2 gap-3 sm:grid-cols-4 sm:gap-4">
      <Tile
        label="Out of use"
        icon="device"
        {...tone(answers?.outOfUse, 'danger')}
        value={value(answers?.outOfUse)}
        to={withQuery(paths.devices(), { status: 'out-of-use' })}
      />
      <Tile
        label="Overdue tasks"
        icon="calendar"
        {...tone(answers?.overdue, 'danger')}
        value={value(answers?.overdue)}
        to={withQuery(paths.maintenance(), { status: 'overdue' })}
      />
      <Tile
        label="Rounds pending today"
        icon="rounds"
        {...tone(answers?.pendingRounds, 'warn')}
        value={value(answers?.pendingRounds)}
        detail={answers ? roundsWords(answers) : <Skeleton className="h-5 w-20" />}
        to={withQuery(paths.rounds(), { today: 'pending' })}
      />
      <Tile
        label="Open tickets"
        icon="ticket"
        {...tone(answers?.openTickets, 'warn')}
        value={value(answers?.openTickets)}
        to={withQuery(paths.tickets(), { status: 'not-closed' })}
      />
    </section>
  );
}

const roundsWords = ({ templates, pendingRounds }: DashboardAnswers): string =>
  templates === 0 ? 'No templates yet' : `${templates - pendingRounds} of ${templates} done`;
