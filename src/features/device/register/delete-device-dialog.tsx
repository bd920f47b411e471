import { chooseReason } from '#contract/calls/device/device.ts';
import { removalReasons, removalWords } from '#contract/rules/removal.ts';
import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import type { DeviceRow } from '#ui/features/device/device-rows.ts';

const reasons = removalReasons.map((value) => ({ value, label: removalWords[value] }));

/** Asks for a reason, retires the device and offers Undo; its history stays readable. */
export function DeleteDeviceDialog({ device, onClose }: { device: DeviceRow | null; onClose: () => void }) {
  const remove = useOnlineAction('deleteDevice');
  return (
    <DeleteDialog
      record={device}
      title="Delete Installation"
      question="Are you sure you want to delete this installation?"
      consequence={({ serialNumber, equipmentName }) =>
        `${serialNumber}, ${equipmentName} will no longer appear in lists, rounds and labels, and its open tasks will be removed. Its history stays readable.`
      }
      nameOf={({ serialNumber }) => serialNumber}
      choice={{ label: 'Reason for removal', options: reasons, missing: chooseReason }}
      onDelete={({ id }, reason) => remove.run({ params: { id }, query: reason === null ? {} : { reason } })}
      restoration={({ id }) => ({ call: 'restoreDevice', input: { params: { id } } })}
      onClose={onClose}
    />
  );
}
