import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { closeTaskBody, maintenanceReportBody } from '#contract/calls/task/closing.ts';
import { taskStatusAnswer } from '#contract/calls/task/write.ts';
import type { TaskRecord } from '#contract/records/ward.ts';
import { isFarAhead } from '#contract/rules/task-status.ts';
import { useToday } from '#ui/engine/use-now.ts';
import { FarAheadQuestion } from './far-ahead-question.tsx';
import { FormCheckbox } from '#ui/fields/form-checkbox.tsx';
import { FormTextArea } from '#ui/fields/form-text.tsx';
import { paths } from '#ui/paths.ts';
import { AttachField } from '#ui/forms/offline/attach-field.tsx';
import { type Told, toldOf } from '#ui/engine/use-write.ts';
import { type FileDraft, useFileDraft } from '#ui/forms/drafts/file-draft.ts';
import { RecordForm } from '#ui/forms/record-form.tsx';
import { type Correction, useCorrection } from '#ui/forms/offline/use-correction.ts';
import { useFormWrite } from '#ui/forms/offline/use-form-write.ts';
import { WriteNotice } from '#ui/forms/offline/write-notice.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Card } from '#ui/ui/card.tsx';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';

type Body = BodyInput<Calls['submitMaintenanceReport']>;

interface ReportFormProps {
  task: TaskRecord;
  /**
   * The entry changes the task on screen immediately, so the parent must keep the form until the server accepts the
   * entry, and after a refusal.
   */
  onHeld: (held: boolean) => void;
  onSubmitted: (told: Told) => void;
}

/**
 * Returns the server's notices for the author of a report, for example that another person has closed the task
 * meanwhile.
 */
const noticesOf = (answer: unknown): string[] => taskStatusAnswer.safeParse(answer).data?.notices ?? [];

/** Returns the report form's values from a refused closing or report. */
export function correctedReport(correction: Correction | null) {
  const report = maintenanceReportBody.safeParse(correction?.body).data;
  if (report) return report;
  const close = closeTaskBody.safeParse(correction?.body).data;
  if (!close) return undefined;
  const { taskId: TaskId, actionTaken: ActionsTaken, files, vendorId } = close;
  return { TaskId, ActionsTaken, files, vendorId };
}

/** Shows the Outstanding Task Report: closes the task, or keeps it open with an action required. */
export function ReportForm({ task, onHeld, onSubmitted }: ReportFormProps) {
  const refusedReport = useCorrection('submitMaintenanceReport');
  const refusedClose = useCorrection('closeTask');
  const correction = refusedReport ?? refusedClose;
  const draftKey = correction ? `task-report-correction:${correction.id}` : `task-report:${task.id}`;
  const corrected = correctedReport(correction);
  const files = useFileDraft(draftKey, { most: 1, from: corrected?.files });
  const [defaults] = useState({
    TaskId: task.id,
    // Starts empty: earlier reports are in the timeline, this one is its author's own (docs/product.md P191).
    ActionsTaken: '',
    IsActionRequired: task.actionRequired,
    ActionRequiredDetails: '',
    ...corrected,
  });
  const write = useFormWrite('submitMaintenanceReport', {
    draftKey,
    files,
    replaces: correction?.id,
    refused: (message) => `Failed to submit task report. Check the console for details. ${message}`,
  });
  const today = useToday();
  const [asked, setAsked] = useState<((sure: boolean) => void) | null>(null);
  const answer = (sure: boolean) => {
    asked?.(sure);
    setAsked(null);
  };
  return (
    <RecordForm
      schema={maintenanceReportBody}
      defaults={defaults}
      draftKey={draftKey}
      submitLabel="Submit Task Report"
      cancelTo={paths.maintenance()}
      onSubmit={async (report) => {
        const isEarly = !report.IsActionRequired && isFarAhead(task.taskDate, today);
        if (isEarly && !(await new Promise<boolean>((resolve) => setAsked(() => resolve)))) return;
        onHeld(true);
        const outcome = await write.submit({
          ...report,
          ActionRequiredDetails: report.IsActionRequired ? report.ActionRequiredDetails : '',
        });
        const notices = outcome.kind === 'received' ? noticesOf(outcome.answer) : [];
        onSubmitted(toldOf(outcome.kind, ['Task report submitted successfully!', ...notices].join(' ')));
        onHeld(false);
      }}
    >
      <ReportFields files={files} />
      {asked && (
        <FarAheadQuestion taskDate={task.taskDate} onConfirm={() => answer(true)} onCancel={() => answer(false)} />
      )}
      {write.isHeld && <WriteNotice write={write} refusalShown />}
    </RecordForm>
  );
}

function ReportFields({ files }: { files: FileDraft }) {
  const { formState, getFieldState } = useFormContext();
  const isActionRequired = useWatch({ name: 'IsActionRequired' }) === true;
  const missing = formState.submitCount > 0 && getFieldState('ActionRequiredDetails', formState).error?.message;
  return (
    <div className="space-y-5">
      {missing && <Alert tone="danger">{missing}</Alert>}
      <FormTextArea<Body> name="ActionsTaken" label="Actions Taken" required />
      <Card tone={isActionRequired ? 'danger' : undefined}>
        <FormCheckbox<Body> name="IsActionRequired" label="Action Required (Do not close)" />
        {isActionRequired && (
          <FormTextArea<Body> name="ActionRequiredDetails" label="Action Required Details" required className="mt-3" />
        )}
      </Card>
      <AttachField label="Service Report" draft={files} />
    </div>
  );
}
