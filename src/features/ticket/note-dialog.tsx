import { useState } from 'react';
import { ticketNoteForm } from '#contract/calls/ticket/work.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { TicketRecord } from '#contract/records/ward.ts';
import { toldOf } from '#ui/engine/use-write.ts';
import { FormTextArea } from '#ui/fields/form-text.tsx';
import { useFileDraft } from '#ui/forms/drafts/file-draft.ts';
import { AttachField } from '#ui/forms/offline/attach-field.tsx';
import { useFormWrite } from '#ui/forms/offline/use-form-write.ts';
import { WriteNotice } from '#ui/forms/offline/write-notice.tsx';
import { RecordForm } from '#ui/forms/record-form.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { useToast } from '#ui/ui/toast.tsx';

type Body = BodyInput<Calls['addTicketNote']>;

/** Most files per note. Source: contract, addTicketNote. */
const mostFiles = 10;

/** Adds a note or photos to a ticket, with or without network. */
export function NoteButton({ ticket }: { ticket: TicketRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="camera" onClick={() => setOpen(true)}>
        Add Note or Photo
      </Button>
      {isOpen && <NoteDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  );
}

function NoteDialog({ ticket, onClose }: { ticket: TicketRecord; onClose: () => void }) {
  const toast = useToast();
  const draftKey = `breakdown-note:${ticket.id}`;
  const files = useFileDraft(draftKey, { most: mostFiles });
  const [defaults] = useState({ ticketId: ticket.id, note: '' });
  const write = useFormWrite('addTicketNote', {
    draftKey,
    files,
    refused: (message) => `Failed to add the note. ${message}`,
  });
  return (
    <Dialog open title={`Note on ${ticket.ticketNumber ?? 'the ticket'}`} busy={write.busy} onClose={onClose}>
      <RecordForm
        schema={ticketNoteForm}
        defaults={defaults}
        draftKey={draftKey}
        submitLabel="Add Note"
        onCancel={onClose}
        onSubmit={async (note) => {
          const { kind } = await write.submit(note);
          toast(toldOf(kind, 'Note added.'));
          onClose();
        }}
      >
        <FormTextArea<Body> name="note" label="Note" data-autofocus />
        <AttachField label="Photos" draft={files} multiple />
        {write.isHeld && <WriteNotice write={write} refusalShown />}
      </RecordForm>
    </Dialog>
  );
}
