import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';

/** The schedule as the question names it. */
export interface EndedSchedule {
  id: string;
  name: string;
}

interface EndScheduleDialogProps {
  schedule: EndedSchedule | null;
  onClose: () => void;
  onEnded?: () => void;
}

/** Asks for confirmation, ends a schedule on the server, then offers Undo; closed tasks remain readable. */
export function EndScheduleDialog({ schedule, onClose, onEnded }: EndScheduleDialogProps) {
  const end = useOnlineAction('deleteSchedule');
  return (
    <DeleteDialog
      record={schedule}
      title="Delete Schedule"
      question="Are you sure you want to delete this schedule?"
      consequence={({ name }) => `“${name}”: its open tasks are removed. Closed and attempted tasks stay.`}
      nameOf={({ name }) => `Schedule “${name}”`}
      onDelete={async ({ id }) => {
        await end.run({ params: { id } });
        onEnded?.();
      }}
      restoration={({ id }) => ({ call: 'restoreSchedule', input: { params: { id } } })}
      onClose={onClose}
    />
  );
}
