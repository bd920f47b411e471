import type { RoundRow } from '#contract/calls/round/read.ts';
import { Badge } from '#ui/ui/badge.tsx';
import type { Tone } from '#ui/ui/tone.ts';

/** What a round can find at a device: the field that counts it, its tone and its word, the worst first. */
export const foundCounts = [
  ['notWorking', 'danger', 'Not Working'],
  ['needsAttention', 'warn', 'Needs Attention'],
  ['notSeen', 'neutral', 'Not Seen'],
  ['operational', 'ok', 'Operational'],
] as const satisfies readonly (readonly [keyof RoundRow, Tone, string])[];

/** The results of a round as counts; zeros are left out. */
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
