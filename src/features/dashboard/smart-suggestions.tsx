import { memo, useDeferredValue, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { buildSuggestionGroups } from '#contract/pages/dashboard.ts';
import type { Moment } from '#contract/pages/moment.ts';
import { counted } from '#contract/rules/counted.ts';
import type { SuggestionFacts } from '#contract/rules/suggestions.ts';
import { gatherSuggestions } from '#ui/work/gather-suggestions.ts';
import { paths, withQuery } from '#ui/paths.ts';
import type { WardView } from '#ui/engine/engine.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone } from '#ui/engine/use-now.ts';
import { Card } from '#ui/ui/card.tsx';
import { Skeleton } from '#ui/ui/skeleton.tsx';

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
  return (
    <Card title="Smart Suggestions">{view ? <Facts view={view} now={later} timeZone={timeZone} /> : waiting}</Card>
  );
}

const waiting = <Skeleton className="h-11 w-full" />;

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

interface GroupsProps extends Moment {
  facts: SuggestionFacts;
}

const Groups = memo(function GroupsOfRules({ facts, now, timeZone }: GroupsProps) {
  const groups = useMemo(() => buildSuggestionGroups(facts, { now, timeZone }), [facts, now, timeZone]);
  if (groups.length === 0) return <p className="text-muted">No new suggestions.</p>;
  return (
    <div className="space-y-4">
      {groups.map(({ rule, title, count, lines }) => (
        <section key={title} aria-label={title}>
          <h3 className="flex items-center justify-between gap-4 text-sm font-semibold text-muted">
            {title}
            <Link
              to={withQuery(paths.devices(), { suggestion: rule })}
              aria-label={`${title}: ${counted(count, 'device')}`}
              className="inline-flex min-h-target items-center font-normal whitespace-nowrap text-primary-ink tabular-nums underline underline-offset-4"
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
          {lines.length > 0 && lines.length < count && (
            <Link
              to={withQuery(paths.devices(), { suggestion: rule })}
              className="inline-flex min-h-target items-center text-sm text-primary-ink underline underline-offset-4"
            >
              All {counted(count, 'device')}
            </Link>
          )}
        </section>
      ))}
    </div>
  );
});
