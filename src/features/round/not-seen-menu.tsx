import { notSeenReasons } from '#contract/calls/round/submit.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { cx } from '#ui/ui/class-names.ts';
import { Icon } from '#ui/ui/icons.tsx';
import { MenuButton } from '#ui/ui/menu-button.tsx';
import { VisuallyHidden } from '#ui/ui/visually-hidden.tsx';
import type { DraftRow, RoundAction } from './round-draft.ts';

interface NotSeenMenuProps {
  device: DeviceRecord;
  row: DraftRow;
  onChange: (action: RoundAction) => void;
}

/** Marks a device as not seen, with the reason. */
export function NotSeenMenu({ device, row, onChange }: NotSeenMenuProps) {
  const isNotSeen = row.notSeenReason !== null;
  const reasons = notSeenReasons.map((reason) => ({
    label: reason,
    onSelect: () => onChange({ do: 'not-seen', reasons: { [device.id]: reason } }),
  }));
  const takeBack = {
    label: 'Take back',
    icon: 'undo' as const,
    onSelect: () => onChange({ do: 'take-back-not-seen', deviceId: device.id }),
  };
  return (
    <MenuButton
      label={`Why was ${device.serialNumber} not seen?`}
      align="end"
      items={isNotSeen ? [...reasons, takeBack] : reasons}
      className={cx(
        'ml-auto border text-primary-ink hover:bg-primary-soft aria-expanded:bg-primary-soft',
        isNotSeen ? 'border-line-strong bg-neutral-soft' : 'border-transparent',
      )}
    >
      <Icon name="eye-off" size={18} />
      Not seen <VisuallyHidden>{device.serialNumber}</VisuallyHidden>
    </MenuButton>
  );
}
