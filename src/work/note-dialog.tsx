import { type ComponentProps, type ReactNode, useState } from 'react';
import { taskNoteForm } from '#contract/calls/task/closing.ts';
import { ticketNoteForm } from '#contract/calls/ticket/work.ts';
import type { TaskRecord, TicketRecord } from '#contract/records/ward.ts';
import { taskNames } from '#contract/rules/task-status.ts';
import { toldOf } from '#ui/engine/use-write.ts';
import { FormTextArea } from '#ui/fields/form-text.tsx';
import { type FileDraft, useFileDraft } from '#ui/forms/drafts/file-draft.ts';
import { AttachField } from '#ui/forms/offline/attach-field.tsx';
import { useFormWrite } from '#ui/forms/offline/use-form-write.ts';
import { WriteNotice } from '#ui/forms/offline/write-notice.tsx';
import { RecordForm } from '#ui/forms/record-form.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { MentionButton } from '#ui/forms/offline/mention-button.tsx';

/** Most files per note. Source: contract, addTicketNote and addTaskNote. */
const mostFiles = 10;
const submit = 'Add Note';
const refused = (message: string) => `Failed to add the note. ${message}`;

/** Adds a note or photos to a ticket, with or without network. */
export function TicketNoteButton({ ticket }: { ticket: TicketRecord }) {
  return (
    <NoteButton label="Add Note or Photo">{(onClose) => <TicketNote ticket={ticket} onClose={onClose} />}</NoteButton>
  );
}

/** Adds a note, with photos, to a task, with or without network. */
export function TaskNoteButton({ task }: { task: TaskRecord }) {
  return <NoteButton label="Add Note">{(onClose) => <TaskNote task={task} onClose={onClose} />}</NoteButton>;
}

type Saved = Parameters<typeof toldOf>[0];

interface NoteButtonProps {
  label: string;
  children: (onClose: () => void) => ReactNode;
}

function NoteButton({ label, children }: NoteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="camera" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

function TicketNote({ ticket, onClose }: { ticket: TicketRecord; onClose: () => void }) {
  const draftKey = `breakdown-note:${ticket.id}`;
  const files = useFileDraft(draftKey, { most: mostFiles });
  const [defaults] = useState({ ticketId: ticket.id, note: '' });
  const write = useFormWrite('addTicketNote', { draftKey, files, refused });
  const onSubmit = useNoteAdded(write.submit, onClose);
  return (
    <Dialog open title={`Note on ${ticket.ticketNumber ?? 'the ticket'}`} busy={write.busy} onClose={onClose}>
      <RecordForm schema={ticketNoteForm} {...{ defaults, draftKey, onSubmit }} submitLabel={submit} onCancel={onClose}>
        <NoteFields files={files} write={write} />
      </RecordForm>
    </Dialog>
  );
}

function TaskNote({ task, onClose }: { task: TaskRecord; onClose: () => void }) {
  const draftKey = `task-note:${task.id}`;
  const files = useFileDraft(draftKey, { most: mostFiles });
  const [defaults] = useState({ taskId: task.id, note: '' });
  const write = useFormWrite('addTaskNote', { draftKey, files, refused });
  const onSubmit = useNoteAdded(write.submit, onClose);
  return (
    <Dialog open title={`Note on ${taskNames[task.type]}`} busy={write.busy} onClose={onClose}>
      <RecordForm schema={taskNoteForm} {...{ defaults, draftKey, onSubmit }} submitLabel={submit} onCancel={onClose}>
        <NoteFields files={files} write={write} />
      </RecordForm>
    </Dialog>
  );
}

/** Returns a function that adds a note, shows the outcome and closes the dialog. */
function useNoteAdded<Body>(save: (body: Body) => Promise<{ kind: Saved }>, onClose: () => void) {
  const toast = useToast();
  return async (body: Body) => {
    const { kind } = await save(body);
    toast(toldOf(kind, 'Note added.'));
    onClose();
  };
}

interface NoteFieldsProps {
  files: FileDraft;
  write: ComponentProps<typeof WriteNotice>['write'] & { isHeld: boolean };
}

function NoteFields({ files, write }: NoteFieldsProps) {
  return (
    <>
      <FormTextArea name="note" label="Note" data-autofocus />
      <MentionButton />
      <AttachField label="Photos" draft={files} multiple />
      {write.isHeld && <WriteNotice write={write} refusalShown />}
    </>
  );
}
