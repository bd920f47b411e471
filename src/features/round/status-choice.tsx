import type { RoundStatus } from '#contract/records/observation.ts';
import { RadioChoice, type RadioOption } from '#ui/ui/radio-group.tsx';

/** Icon and tone of each status that a round can report. */
export const looks = {
  Operational: { icon: 'check-circle', tone: 'ok' },
  'Not Working': { icon: 'octagon', tone: 'danger' },
  'Needs Attention': { icon: 'warning', tone: 'warn' },
} as const satisfies Record<RoundStatus, Partial<RadioOption<string>>>;

const statuses = (Object.keys(looks) as RoundStatus[]).map((value) => ({ value, label: value, ...looks[value] }));

/** Id of the text that describes each group without a confirmed choice; shared by all rows of a round. */
export const unconfirmedId = 'round-not-confirmed';

interface StatusChoiceProps {
  serialNumber: string;
  value: RoundStatus | null;
  unconfirmed: boolean;
  onChange: (status: RoundStatus) => void;
  /** Called after `onChange` if the choice was made by finger or mouse. */
  onPointed: (status: RoundStatus) => void;
}

/** Renders the choice of a row's status: icons on a phone, with words where there is room. */
export function StatusChoice({ serialNumber, value, unconfirmed, onChange, onPointed }: StatusChoiceProps) {
  return (
    <div
      role="radiogroup"
      aria-label={`Status of ${serialNumber}`}
      {...(unconfirmed && { 'aria-describedby': unconfirmedId })}
      className="flex gap-1"
    >
      {statuses.map((option) => (
        <RadioChoice
          key={option.value}
          name={`status-${serialNumber}`}
          option={option}
          checked={option.value === value}
          {...{ unconfirmed, onChange, onPointed }}
          look="size-target flex-col rounded-control border-2 text-[0.8125rem] @xl:h-12 @xl:w-auto @xl:min-w-22 @xl:px-1.5 @4xl:flex-row @4xl:px-3 @4xl:text-sm"
          wordLook="sr-only whitespace-nowrap @xl:not-sr-only"
        />
      ))}
    </div>
  );
}
