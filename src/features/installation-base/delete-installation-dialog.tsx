import { DeleteDialog } from '#ui/resource/delete-dialog.tsx';
import { useOnlineAction } from '#ui/resource/use-online-call.ts';
import type { DeviceRow } from './device-rows.ts';

const stale = ['installation', 'installationPage', 'installationTiles', 'installationSerials'] as const;

/** Asks, retires the device, offers Undo; its history stays readable. */
export function DeleteInstallationDialog({ device, onClose }: { device: DeviceRow | null; onClose: () => void }) {
  const remove = useOnlineAction('deleteInstallation', { stale });
  const bringBack = useOnlineAction('restoreInstallation', { stale });
  return (
    <DeleteDialog
      record={device}
      title="Delete Installation"
      question="Are you sure you want to delete this installation?"
      consequence={({ serialNumber, equipmentName }) =>
        `${serialNumber}, ${equipmentName}: it goes from lists, rounds and labels with its open tasks; its history stays readable.`
      }
      nameOf={({ serialNumber }) => serialNumber}
      onDelete={({ id }) => remove.run({ params: { id } })}
      onRestore={({ id }) => bringBack.run({ params: { id } })}
      onClose={onClose}
    />
  );
}
