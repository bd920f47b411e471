import { Link } from 'react-router-dom';
import { buildAnswers } from '#contract/pages/dashboard-answers.ts';
import { allRight, type AllRightCounts } from '#contract/rules/all-right.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { cx } from '#ui/ui/class-names.ts';
import { Icon } from '#ui/ui/icons.tsx';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { Tile } from '#ui/ui/tile.tsx';
import { type Tone, toneIcon, toneText } from '#ui/ui/tone.ts';
import { gatherAnswers } from './gather-dashboard.ts';

/** The list behind each count. */
const lists = {
  outOfUse: withQuery(paths.devices(), { status: 'out-of-use' }),
  overdue: withQuery(paths.maintenance(), { status: 'overdue' }),
  pendingRounds: withQuery(paths.rounds(), { today: 'pending' }),
  openTickets: withQuery(paths.tickets(), { status: 'not-closed' }),
};

/** Shows whether all is well, in a sentence and in figures: each number links to the list that it counts. */
export function AnswerTiles({ ready }: { ready: boolean }) {
  const today = useToday();
  const answers = useView((view) => (ready ? buildAnswers(gatherAnswers(view, today), today) : null), [ready, today]);
  const value = (count: number | undefined) =>
    count === undefined ? <Skeleton className="h-7.5 w-12" /> : count.toLocaleString('en-IN');
  const tone = (count: number | undefined, some: Tone) => count !== undefined && { tone: count > 0 ? some : 'ok' };
  return (
    <section aria-label="Are we all right?" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <div className="col-span-full">
        {answers ? <Sentence answers={answers} /> : <Skeleton className="h-7.5 w-full" />}
      </div>
      <Tile
        label="Out of use"
        icon="device"
        {...tone(answers?.outOfUse, 'danger')}
        value={value(answers?.outOfUse)}
        to={lists.outOfUse}
      />
      <Tile
        label="Overdue tasks"
        icon="calendar"
        {...tone(answers?.overdue, 'danger')}
        value={value(answers?.overdue)}
        to={lists.overdue}
      />
      <Tile
        label="Rounds pending"
        icon="rounds"
        {...tone(answers?.pendingRounds, 'warn')}
        value={value(answers?.pendingRounds)}
        to={lists.pendingRounds}
      />
      <Tile
        label="Open tickets"
        icon="ticket"
        {...tone(answers?.openTickets, 'warn')}
        value={value(answers?.openTickets)}
        to={lists.openTickets}
      />
    </section>
  );
}

/** Shows the answer to “Are we all right?”. Source: docs/product.md P292. */
function Sentence({ answers }: { answers: AllRightCounts }) {
  const { tone, parts } = allRight(answers);
  return (
    <p className="flex items-start gap-3 text-lg font-semibold">
      <Icon name={toneIcon[tone]} size={22} className={cx('mt-px', toneText[tone])} />
      <span>
        {parts.map(({ text, count }) =>
          count ? (
            <Link key={text} to={lists[count]} className="text-primary-ink underline underline-offset-4">
              {text}
            </Link>
          ) : (
            text
          ),
        )}
      </span>
    </p>
  );
}
