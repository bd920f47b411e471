import { useEffect, useRef, useState } from 'react';
import { closeTaskBody } from '#contract/calls/task/closing.ts';
import { FormTextArea } from '#ui/fields/form-text.tsx';
import { AttachField } from '#ui/forms/offline/attach-field.tsx';
import { useFileDraft } from '#ui/forms/drafts/file-draft.ts';
import { RecordForm } from '#ui/forms/record-form.tsx';
import { useFormWrite } from '#ui/forms/offline/use-form-write.ts';
import { WriteNotice } from '#ui/forms/offline/write-notice.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { type RowFocus, rowFocus } from '#ui/ui/row-focus.ts';
import { isFarAhead } from '#contract/rules/task-status.ts';
import { useToday } from '#ui/engine/use-now.ts';
import { FarAheadQuestion } from './far-ahead-question.tsx';
import type { TaskRow } from './task-rows.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';

type Body = BodyInput<Calls['closeTask']>;

/** How long the success message shows before the modal closes. Units: ms. Source: docs/product.md P34. */
const closesAfterMs = 2000;

interface CloseTaskDialogProps {
  task: Pick<TaskRow, 'id' | 'name' | 'serialNumber' | 'type' | 'taskDate'>;
  onClose: () => void;
}

/** Closes a task from the table: what was done, and the service report as a photo or PDF. */
export function CloseTaskDialog({ task, onClose }: CloseTaskDialogProps) {
  const today = useToday();
  const [isSure, setSure] = useState(false);
  const draftKey = `task-close:${task.id}`;
  const files = useFileDraft(draftKey, { most: 1 });
  const [defaults] = useState({ taskId: task.id, actionTaken: '' });
  const write = useFormWrite('closeTask', {
    draftKey,
    files,
    received: 'Task closed successfully!',
    refused: (message) => `Error closing task: ${message}`,
  });
  const isDone = write.state === 'received' || write.state === 'saved-on-tablet';
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(onClose, closesAfterMs);
    return () => clearTimeout(timer);
  }, [isDone, onClose]);
  /** The row whose button opened the dialog: once it has left the list, its neighbour takes the focus. */
  const row = useRef<RowFocus | null>(null);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) row.current?.toNext();
    },
    [],
  );

  if (isFarAhead(task.taskDate, today) && !isSure)
    return <FarAheadQuestion taskDate={task.taskDate} onConfirm={() => setSure(true)} onCancel={onClose} />;
  return (
    <Dialog
      open
      title={`Close Task: ${task.name}`}
      busy={write.busy}
      onClose={onClose}
      onOpened={(opener) => {
        row.current = rowFocus(opener);
      }}
    >
      <p className="mb-4 text-muted">
        {task.type} · {task.serialNumber}
      </p>
      {isDone ? (
        <WriteNotice write={write} />
      ) : (
        <RecordForm
          schema={closeTaskBody}
          defaults={defaults}
          draftKey={draftKey}
          invalidText="Please provide the actions taken."
          onSubmit={write.submit}
        >
          <FormTextArea<Body> name="actionTaken" label="Actions Taken" required data-autofocus />
          <AttachField label="Service Report" draft={files} />
          {write.isHeld && <WriteNotice write={write} refusalShown />}
        </RecordForm>
      )}
    </Dialog>
  );
}
