import { Link } from 'react-router-dom';
import { endUrgency } from '#contract/rules/contracts/end-steps.ts';
import { contractRegister, endingSoon } from '#contract/rules/contracts/register.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { endStepsOf } from '#ui/care/end-steps.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';

/** Contracts on the dashboard; the register has the others. */
const shownContracts = 6;

const tones = { last: 'danger', soon: 'warn', early: 'info' } as const;

/** The contracts that end within the hospital's steps, the nearest first; nothing where none does. Source: docs/product.md P127 and P136. */
export function ContractsEnding() {
  const today = useToday();
  const { ending, steps } = useView(
    (view) => {
      const contracts = contractRegister({
        devices: view.all('device'),
        contractOf: (id) => view.get('contract', id),
      });
      const endSteps = endStepsOf(view);
      return { ending: endingSoon(contracts, today, endSteps), steps: endSteps };
    },
    [today],
  );
  if (ending.length === 0) return null;
  return (
    <Card
      title="Contracts Ending"
      flush
      actions={
        <ButtonLink variant="ghost" to={paths.printContracts()}>
          Register{ending.length > shownContracts ? ` (${ending.length} ending)` : ''}
        </ButtonLink>
      }
    >
      <ul className="divide-y divide-line">
        {ending.slice(0, shownContracts).map(({ number, kind, endOn, devices, daysLeft, step }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2 sm:px-5">
            <span className="min-w-0">
              <Link
                to={withQuery(paths.warranties(), { search: number })}
                className="inline-flex min-h-target items-center font-semibold wrap-anywhere text-primary-ink underline underline-offset-4"
              >
                {kind} {number}
              </Link>
              <span className="block text-sm text-muted">
                Ends {formatShortDay(endOn)}, {devices === 1 ? '1 device' : `${devices} devices`}
              </span>
            </span>
            <Badge tone={tones[endUrgency(step, steps)]}>{leftWords(daysLeft)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function leftWords(days: number): string {
  if (days === 0) return 'Ends today';
  return days === 1 ? '1 day left' : `${days} days left`;
}
