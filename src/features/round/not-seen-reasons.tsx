import { notSeenReasons } from '#contract/calls/round/submit.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { Button } from '#ui/ui/button.tsx';
import type { DraftRow, RoundAction } from './round-draft.ts';

interface NotSeenReasonsProps {
  device: DeviceRecord;
  row: DraftRow;
  onChange: (action: RoundAction) => void;
}

/** Marks a device as not seen, with the reason; the chosen reason, pressed again, takes it back. */
export function NotSeenReasons({ device, row, onChange }: NotSeenReasonsProps) {
  return (
    <fieldset aria-label={`Why was ${device.serialNumber} not seen?`} className="flex flex-wrap items-center gap-2">
      <span className="w-full font-semibold @xl:w-auto">Not seen:</span>
      {notSeenReasons.map((reason) => {
        const isChosen = row.notSeenReason === reason;
        return (
          <Button
            key={reason}
            aria-pressed={isChosen}
            {...(isChosen && { icon: 'check' })}
            className="px-3! max-sm:grow aria-pressed:border-neutral! aria-pressed:bg-neutral! aria-pressed:text-on-neutral!"
            onClick={() =>
              onChange(
                isChosen
                  ? { do: 'take-back-not-seen', deviceId: device.id }
                  : { do: 'not-seen', reasons: { [device.id]: reason } },
              )
            }
          >
            {reason}
          </Button>
        );
      })}
    </fieldset>
  );
}
