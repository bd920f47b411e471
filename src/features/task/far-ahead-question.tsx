import { counted } from '#contract/rules/counted.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { daysBetween, type LocalDay } from '#contract/rules/hospital-day.ts';
import { useToday } from '#ui/engine/use-now.ts';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';

interface FarAheadQuestionProps {
  taskDate: LocalDay;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before closing work that is planned far ahead. Source: docs/decisions/254-closing-early.md. */
export function FarAheadQuestion({ taskDate, onConfirm, onCancel }: FarAheadQuestionProps) {
  const days = daysBetween(useToday(), taskDate);
  return (
    <ConfirmDialog
      open
      title="Close this task now?"
      confirmLabel="Close it now"
      cancelLabel="Keep it open"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      This task is due on {formatSlashDay(taskDate)}, in {counted(days, 'day')}. Once closed, it will not be due on that
      day.
    </ConfirmDialog>
  );
}
