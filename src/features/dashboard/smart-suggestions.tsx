import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { buildSuggestionGroups } from '#contract/pages/dashboard.ts';
import type { Moment } from '#contract/pages/moment.ts';
import { counted } from '#contract/rules/counted.ts';
import type { SuggestionFacts, SuggestionGroup } from '#contract/rules/suggestions.ts';
import { gatherSuggestions } from '#ui/work/gather-suggestions.ts';
import { paths, withQuery } from '#ui/paths.ts';
import type { WardView } from '#ui/engine/engine.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone } from '#ui/engine/use-now.ts';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { panelLink, usePanelRows } from './panel.tsx';

/**
 * Shows Smart Suggestions by rule, each with a link to its device. They read all devices, so they are computed after
 * the rest of the update is drawn.
 */
export function SmartSuggestions() {
  const now = useNow();
  const timeZone = useTimeZone();
  const view = useDeferredValue(
    useView((current) => current),
    null,
  );
  const later = useDeferredValue(now);
  return view ? <Facts view={view} now={later} timeZone={timeZone} /> : waiting;
}

const inCard = (content: ReactNode, actions?: ReactNode) => (
  <Card title="Smart Suggestions" flush actions={actions}>
    <div className="px-4 py-2 sm:px-5">{content}</div>
  </Card>
);
const waiting = inCard(<Skeleton className="h-11 w-full" />);

interface FactsProps extends Moment {
  view: WardView;
}

/**
 * Collects the facts first and applies the rules in a second render: with 10,000 devices, doing both at once would
 * block the page too long.
 */
const Facts = memo(function FactsOfRules({ view, now, timeZone }: FactsProps) {
  const facts = useMemo(() => gatherSuggestions(view, { now, timeZone }), [view, now, timeZone]);
  const gathered = useDeferredValue(facts, null);
  return gathered ? <Groups facts={gathered} now={now} timeZone={timeZone} /> : waiting;
});

/** Returns the groups cut to the first lines overall; every group keeps its count. */
function withLines(groups: readonly SuggestionGroup[], most: number): SuggestionGroup[] {
  let room = most;
  return groups.map((group) => {
    const lines = group.lines.slice(0, room);
    room -= lines.length;
    return { ...group, lines };
  });
}

interface GroupsProps extends Moment {
  facts: SuggestionFacts;
}

const Groups = memo(function GroupsOfRules({ facts, now, timeZone }: GroupsProps) {
  const groups = useMemo(() => buildSuggestionGroups(facts, { now, timeZone }), [facts, now, timeZone]);
  const [isAll, setAll] = useState(false);
  const panelRows = usePanelRows();
  if (groups.length === 0) return inCard(<p className="text-muted">No new suggestions.</p>);
  const lineCount = groups.reduce((sum, { lines }) => sum + lines.length, 0);
  return inCard(
    withLines(groups, isAll ? lineCount : panelRows).map(({ rule, title, count, lines }) => (
      <section key={title} aria-label={title}>
        <h3 className="flex items-center justify-between gap-4 text-sm font-semibold text-muted">
          {title}
          <Link
            to={withQuery(paths.devices(), { suggestion: rule })}
            aria-label={`${title}: ${counted(count, 'device')}`}
            className="inline-flex min-h-target items-center font-normal whitespace-nowrap text-primary-ink underline underline-offset-4"
          >
            {counted(count, 'device')}
          </Link>
        </h3>
        <ul>
          {lines.map(({ serialNumber, text }) => (
            <li key={text}>
              <Link
                to={paths.device(serialNumber)}
                className="flex min-h-target items-center py-1 wrap-anywhere text-primary-ink underline underline-offset-4"
              >
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    )),
    lineCount > panelRows && (
      <Button variant="ghost" className={panelLink} aria-expanded={isAll} onClick={() => setAll(!isAll)}>
        {isAll ? `View first ${panelRows}` : `View All (${lineCount})`}
      </Button>
    ),
  );
});
