import { useState } from 'react';
import type { TaskRecord, TicketRecord } from '#contract/records/ward.ts';
import { escalate } from '#contract/rules/ticket.ts';
import type { Priority } from '#contract/records/values.ts';
import { Button } from '#ui/ui/button.tsx';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { useMomentText } from '#ui/engine/use-now.ts';
import { useToastWrite } from '../forms/offline/use-toast-write.ts';
import { useTechnicianOptions } from './duty-now.ts';

type Act<Input extends unknown[]> = { run: (...input: Input) => Promise<void>; busy: boolean };

interface CallActionsProps {
  /** The noun used in the text of the escalation. */
  noun: 'Call' | 'Task';
  on: { priority: Priority; technicianId: string | null; dispatchedAt: string | null; escalatedAt: string | null };
  assign: Act<[technicianId: string]>;
  dispatch: Act<[]>;
  raise: Act<[]>;
}

/** Offers Assign, Dispatch and Escalate for an open ticket. Source: docs/product.md P35. */
export function TicketActions({ ticket }: { ticket: TicketRecord }) {
  const assign = useToastWrite('assignTicket', 'Technician assigned.');
  const dispatch = useToastWrite('dispatchTicket', 'Technician dispatched.');
  const raise = useToastWrite('escalateTicket', 'Call escalated.');
  const ticketId = ticket.id;
  return (
    <CallActions
      noun="Call"
      on={ticket}
      assign={{ ...assign, run: (technicianId) => assign.run({ ticketId, technicianId }) }}
      dispatch={{ ...dispatch, run: () => dispatch.run({ ticketId }) }}
      raise={{ ...raise, run: () => raise.run({ ticketId }) }}
    />
  );
}

/** Offers Assign, Dispatch and Escalate for an open task. Source: docs/product.md P35. */
export function TaskActions({ task }: { task: TaskRecord }) {
  const assign = useToastWrite('assignTask', 'Technician assigned.');
  const dispatch = useToastWrite('dispatchTask', 'Technician dispatched.');
  const raise = useToastWrite('escalateTask', 'Task escalated.');
  const taskId = task.id;
  return (
    <CallActions
      noun="Task"
      on={task}
      assign={{ ...assign, run: (technicianId) => assign.run({ taskId, technicianId }) }}
      dispatch={{ ...dispatch, run: () => dispatch.run({ taskId }) }}
      raise={{ ...raise, run: () => raise.run({ taskId }) }}
    />
  );
}

function CallActions({ noun, on, assign, dispatch, raise }: CallActionsProps) {
  const moment = useMomentText();
  const [asked, setAsked] = useState<'assign' | 'raise' | null>(null);
  const close = () => setAsked(null);
  const next = escalate(on.priority);
  return (
    <div className="@container">
      <div className="grid gap-2 @lg:grid-cols-3">
        <Button wide icon="user" busy={assign.busy} onClick={() => setAsked('assign')}>
          Assign Technician
        </Button>
        <Button wide icon="external" busy={dispatch.busy} onClick={() => void dispatch.run()}>
          Dispatch Technician
        </Button>
        <Button wide icon="chevron-up" busy={raise.busy} onClick={() => setAsked('raise')}>
          Escalate {noun}
        </Button>
      </div>
      {on.dispatchedAt !== null && <p className="mt-2 text-sm text-muted">Dispatched {moment(on.dispatchedAt)}</p>}
      {on.escalatedAt !== null && <p className="mt-2 text-sm text-muted">Escalated {moment(on.escalatedAt)}</p>}
      {asked === 'assign' && (
        <AssignDialog
          current={on.technicianId}
          onClose={close}
          onAssign={(technicianId) => {
            close();
            void assign.run(technicianId);
          }}
        />
      )}
      <ConfirmDialog
        open={asked === 'raise'}
        title={`Escalate ${noun}`}
        confirmLabel="Escalate"
        onCancel={close}
        onConfirm={() => {
          close();
          void raise.run();
        }}
      >
        {next === on.priority
          ? `The priority is already ${on.priority}. It is marked as escalated and shows first on the dashboards.`
          : `The priority is raised from ${on.priority} to ${next} and shows first on the dashboards.`}
      </ConfirmDialog>
    </div>
  );
}

interface AssignDialogProps {
  current: string | null;
  /** Says what the choice changes; empty before somebody is chosen. */
  changes?: (technicianId: string) => string;
  onClose: () => void;
  onAssign: (technicianId: string) => void;
}

/** Asks which engineer to assign the work to. */
export function AssignDialog({ current, changes, onClose, onAssign }: AssignDialogProps) {
  const [chosen, setChosen] = useState(current ?? '');
  const [missing, setMissing] = useState(false);
  const options = useTechnicianOptions();
  return (
    <Dialog
      open
      title="Assign Technician"
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => (chosen === '' ? setMissing(true) : onAssign(chosen))}>
            Save
          </Button>
        </>
      }
    >
      <SelectField
        label="Technician"
        required
        placeholder="Choose a technician"
        options={options}
        value={chosen}
        error={missing && chosen === '' ? 'Please choose a technician.' : undefined}
        onChange={(event) => setChosen(event.target.value)}
      />
      {changes && (
        <p aria-live="polite" className="mt-3 text-muted">
          {changes(chosen)}
        </p>
      )}
    </Dialog>
  );
}
