import type { RoundRow } from '#contract/calls/round/read.ts';
import { Badge } from '#ui/ui/badge.tsx';
import type { Tone } from '#ui/ui/tone.ts';

/** The possible results at a device, worst first: the field that counts each, its tone and its label. */
export const foundCounts = [
  ['notWorking', 'danger', 'Not Working'],
  ['needsAttention', 'warn', 'Needs Attention'],
  ['notSeen', 'neutral', 'Not Seen'],
  ['operational', 'ok', 'Operational'],
] as const satisfies readonly (readonly [keyof RoundRow, Tone, string])[];

/** Shows the results of a round as counts; zeros are left out. */
export function FoundCounts({ round }: { round: Pick<RoundRow, (typeof foundCounts)[number][0]> }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {foundCounts.map(([field, tone, word]) =>
        round[field] > 0 ? (
          <Badge key={field} tone={tone}>
            {round[field]} {word}
          </Badge>
        ) : null,
      )}
    </span>
  );
}
