import { useWatch } from 'react-hook-form';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { officeDecidesOnRounds } from '#contract/permissions.ts';
import { roundDetailYears, type RoundDetailYears } from '#contract/rules/figures/settings.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';

type Body = BodyInput<Calls['updateFigureSettings']>;

/** How long details are kept, in words. */
export const keptWords = {
  ever: 'For ever',
  10: '10 years',
  5: '5 years',
  3: '3 years',
  2: '2 years',
  1: '1 year',
} as const satisfies Record<RoundDetailYears, string>;

/** Sets how long the details of rounds are kept: the office decides. Source: docs/product.md P284. */
export function RoundDetailsField({ label, since }: { label: string; since: string | undefined }) {
  const { userRole } = useSignedIn();
  const kept: unknown = useWatch({ name: 'keepRoundDetails' });
  if (userRole === 'Hospital') {
    return (
      <FormSelect<Body>
        name="keepRoundDetails"
        label={label}
        hint={`In older rounds, the time and method of confirming each working device are deleted permanently. Figures, findings and photos stay. ${since ?? ''}`}
        options={roundDetailYears.map((value) => ({ value, label: keptWords[value] }))}
        required
      />
    );
  }
  return (
    <p>
      {label}: <strong>{keptWords[kept as RoundDetailYears]}</strong>.{' '}
      <span className="text-sm text-muted">
        {officeDecidesOnRounds} {since}
      </span>
    </p>
  );
}
