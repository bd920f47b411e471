import { useState } from 'react';
import { waitTicketBody } from '#contract/calls/ticket/steps.ts';
import { waitingLabels } from '#contract/rules/work-events.ts';
import { type WaitingReason, waitingReasons } from '#contract/records/work-event.ts';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { TextAreaField } from '#ui/ui/text-field.tsx';

interface WaitDialogProps {
  ticketId: string;
  onClose: () => void;
  onSave: (reason: WaitingReason, note: string) => void;
}

/** Asks what the work on a ticket is waiting for. */
export function WaitDialog({ ticketId, onClose, onSave }: WaitDialogProps) {
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const { data, error } = waitTicketBody.safeParse({ ticketId, reason, note });
  const messageOf = (field: string) =>
    tried ? error?.issues.find(({ path }) => path[0] === field)?.message : undefined;
  return (
    <Dialog
      open
      title="Mark as Waiting"
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => (data ? onSave(data.reason, data.note) : setTried(true))}>
            Save
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <SelectField
          label="Waiting for"
          required
          placeholder="Choose what the ticket is waiting for"
          options={waitingReasons.map((value) => ({ value, label: waitingLabels[value] }))}
          value={reason}
          error={messageOf('reason')}
          onChange={(event) => setReason(event.target.value)}
        />
        <TextAreaField
          label="Note"
          rows={2}
          value={note}
          error={messageOf('note')}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
