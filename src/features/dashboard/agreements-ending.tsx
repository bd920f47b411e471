import { Link } from 'react-router-dom';
import { endUrgency, type NearEnd } from '#contract/rules/agreements/end-steps.ts';
import { agreementRegister, endingSoon } from '#contract/rules/agreements/register.ts';
import { visitsOf } from '#contract/rules/agreements/visits.ts';
import { noticeWords } from '#contract/rules/agreements/words.ts';
import { counted } from '#contract/rules/counted.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { endStepsOf } from '#ui/work/end-steps.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { LinkRow } from '#ui/ui/link-row.tsx';
import { panelLink, usePanelRows } from './panel.tsx';

const tones = { last: 'danger', soon: 'warn', early: 'info' } as const;

/**
 * Lists the contracts whose end or notice date falls within the hospital's steps, nearest first, with this year's
 * visits; renders nothing if there are none. Source: docs/product.md P127, P136, P137 and P143.
 */
export function AgreementsEnding() {
  const today = useToday();
  const timeZone = useTimeZone();
  const panelRows = usePanelRows();
  const { ending, shown, steps } = useView(
    (view) => {
      const contracts = agreementRegister({
        devices: view.all('device'),
        agreementOf: (id) => view.get('contract', id),
        only: ({ end }) => end >= today,
      });
      const endSteps = endStepsOf(view);
      const soon = endingSoon(contracts, today, endSteps);
      const first = soon.slice(0, panelRows);
      const tasks = first.some(({ record }) => record?.terms?.visitsPerYear) ? view.all('task') : [];
      const withVisits = first.map((one) => ({ ...one, visits: visitsOf(one, tasks, { today, timeZone }) }));
      return { ending: soon.length, shown: withVisits, steps: endSteps };
    },
    [today, timeZone, panelRows],
  );
  if (ending === 0) return null;
  const areMore = ending > panelRows;
  return (
    <Card
      title="Contracts Ending"
      flush
      actions={
        <ButtonLink
          variant="ghost"
          className={panelLink}
          to={withQuery(paths.printAgreements(), { state: areMore ? 'ending' : '' })}
        >
          Register{areMore ? ` (${ending})` : ''}
        </ButtonLink>
      }
    >
      <ul className="divide-y divide-line">
        {shown.map(({ number, kind, endOn, devices, visits, record, ...near }) => (
          <LinkRow
            key={number}
            to={withQuery(paths.warranties(), { search: number })}
            title={`${kind} ${number}`}
            detail={
              <>
                Ends {formatShortDay(endOn)}
                {near.noticeOn !== null && `, ${noticeWords(near.noticeOn, today)}`}, {counted(devices, 'device')}
                {visits !== null && visits.promised > 0 && record && (
                  <>
                    ,{' '}
                    <Link
                      to={paths.contractVisits(record.id)}
                      className="-my-3 inline-block py-3 text-primary-ink underline underline-offset-4"
                    >
                      {visits.done} of {counted(visits.promised, 'visit')} this contract year
                    </Link>
                  </>
                )}
              </>
            }
          >
            <Badge tone={tones[endUrgency(near.step, steps)]}>{leftWords(near)}</Badge>
          </LinkRow>
        ))}
      </ul>
    </Card>
  );
}

/** Says which deadline comes next, and in how many days. */
function leftWords({ next, nextIn }: NearEnd): string {
  if (next === 'notice') return nextIn === 0 ? 'Give notice today' : `Notice in ${counted(nextIn, 'day')}`;
  return nextIn === 0 ? 'Ends today' : `${counted(nextIn, 'day')} left`;
}
