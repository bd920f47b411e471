import type { RoundRow } from '#contract/calls/round-read.ts';
import { Badge } from '#ui/ui/badge.tsx';
import type { Tone } from '#ui/ui/tone.ts';

const counts = [
  ['notWorking', 'danger', 'Not Working'],
  ['needsAttention', 'warn', 'Needs Attention'],
  ['notSeen', 'neutral', 'Not Seen'],
  ['operational', 'ok', 'Operational'],
] as const satisfies readonly (readonly [keyof RoundRow, Tone, string])[];

/** What a round found, as counts; what is zero is left out. */
export function FoundCounts({ round }: { round: Pick<RoundRow, (typeof counts)[number][0]> }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {counts.map(([field, tone, word]) =>
        round[field] > 0 ? (
          <Badge key={field} tone={tone}>
            {round[field]} {word}
          </Badge>
        ) : null,
      )}
    </span>
  );
}
