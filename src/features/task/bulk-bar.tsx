import { useState } from 'react';
import { moveTaskBody } from '#contract/calls/task-work.ts';
import { AssignDialog } from '#ui/care/call-actions.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { useBulkWrite } from '#ui/forms/offline/use-bulk-write.ts';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { TextAreaField, TextField } from '#ui/ui/text-field.tsx';

interface BulkBarProps {
  /** Ids of the tasks that are ticked. */
  chosen: readonly string[];
  /** Ids of all tasks listed that are not closed. */
  open: readonly string[];
  onChoose: (ids: readonly string[]) => void;
  /** The act was saved, or none is wanted. */
  onDone: () => void;
}

const tasks = (count: number) => (count === 1 ? '1 task' : `${count} tasks`);

/** Acts on several tasks: assign, move with a reason. Source: docs/decisions/253-bulk-work.md. */
export function BulkBar({ chosen, open, onChoose, onDone }: BulkBarProps) {
  const [asked, setAsked] = useState<'assign' | 'move' | null>(null);
  const assign = useBulkWrite('assignTask', (count) => `${tasks(count)} assigned.`);
  const move = useBulkWrite('moveTask', (count) => `${tasks(count)} moved.`);
  const none = chosen.length === 0;
  const isAll = chosen.length === open.length;
  const close = () => setAsked(null);
  return (
    <fieldset aria-label="Selected tasks" className="flex flex-wrap items-center gap-2 border-b border-line p-4">
      <p aria-live="polite" className="grow font-semibold tabular-nums">
        {tasks(chosen.length)} selected
      </p>
      <Button onClick={() => onChoose(isAll ? [] : open)}>{isAll ? 'Select none' : `Select all ${open.length}`}</Button>
      <Button icon="user" disabled={none} busy={assign.busy} onClick={() => setAsked('assign')}>
        Assign
      </Button>
      <Button icon="calendar" disabled={none} busy={move.busy} onClick={() => setAsked('move')}>
        Move
      </Button>
      <Button variant="ghost" onClick={onDone} className="max-sm:px-2!">
        Done
      </Button>
      {asked === 'assign' && (
        <AssignDialog
          current={null}
          onClose={close}
          onAssign={(technicianId) => {
            close();
            void assign.run(chosen.map((taskId) => ({ taskId, technicianId }))).then(onDone);
          }}
        />
      )}
      {asked === 'move' && (
        <MoveDialog
          title={`Move ${tasks(chosen.length)}`}
          onClose={close}
          onMove={(to, reason) => {
            close();
            void move.run(chosen.map((taskId) => ({ taskId, to, reason }))).then(onDone);
          }}
        />
      )}
    </fieldset>
  );
}

interface MoveDialogProps {
  title: string;
  onClose: () => void;
  onMove: (to: string, reason: string) => void;
}

function MoveDialog({ title, onClose, onMove }: MoveDialogProps) {
  const today = useToday();
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { error, success } = moveTaskBody.safeParse({ taskId: 'any', to, reason });
  const messageOf = (field: string) =>
    tried ? error?.issues.find(({ path }) => path[0] === field)?.message : undefined;
  const past = tried && success && to < today ? 'Please choose today or a later day.' : undefined;
  return (
    <Dialog
      open
      title={title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => (success && to >= today ? onMove(to, reason) : setTried(true))}>
            Move
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <TextField
          label="New Date"
          type="date"
          required
          min={today}
          value={to}
          error={messageOf('to') ?? past}
          onChange={(event) => setTo(event.target.value)}
        />
        <TextAreaField
          label="Reason"
          required
          value={reason}
          error={messageOf('reason')}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
