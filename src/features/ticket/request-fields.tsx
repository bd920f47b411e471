import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { issueTypes } from '#contract/records/ward.ts';
import { machineStatuses, priorities } from '#contract/records/values.ts';
import { FormRadio } from '#ui/fields/form-radio.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText, FormTextArea } from '#ui/fields/form-text.tsx';
import { AttachField } from '#ui/forms/offline/attach-field.tsx';
import type { FileDraft } from '#ui/forms/drafts/file-draft.ts';
import { useToday } from '#ui/engine/use-now.ts';
import { useDayOfForm } from '#ui/forms/day-of-form.ts';
import { useTechnicianOptions } from '#ui/work/duty-now.ts';
import { DeviceChooser } from './device-chooser.tsx';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';

type Body = BodyInput<Calls['reportTicket']>;

/** Most files per report. Source: contract, reportTicket. */
export const mostPhotos = 5;

const asOptions = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));
const yesNo = [
  { value: 'No', label: 'No', tone: 'neutral' },
  { value: 'Yes', label: 'Yes', icon: 'warning', tone: 'danger' },
] as const;

/**
 * Renders the inputs of a service request; `isSent` is true once Save is pressed, unless the request is refused.
 * Source: docs/product.md P37.
 */
export function RequestFields({ files, isSent }: { files: FileDraft; isSent: boolean }) {
  const today = useToday();
  useCorrectedDay();
  const harm: unknown = useWatch({ name: 'anyPatientHarm' });
  const technicians = useTechnicianOptions();
  return (
    <div className="space-y-5">
      <DeviceChooser isSent={isSent} />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormSelect<Body>
          name="issueType"
          label="Issue Type"
          required
          placeholder="Choose an issue type"
          options={asOptions(issueTypes)}
        />
        <FormSelect<Body>
          name="priority"
          label="Priority"
          required
          placeholder="Choose a priority"
          options={asOptions(priorities)}
        />
        <FormTextArea<Body> name="problemReported" label="Problem Reported" className="sm:col-span-2" />
        <FormSelect<Body> name="machineStatus" label="Machine Status" options={asOptions(machineStatuses)} />
        <FormSelect<Body> name="technicianId" label="Technician" placeholder="Not assigned" options={technicians} />
        <FormRadio<Body>
          name="anyPatientHarm"
          label="Patient Harm"
          options={yesNo}
          className="max-w-sm sm:col-span-2"
        />
        {harm === 'Yes' && (
          <FormTextArea<Body> name="harmDescription" label="Harm Description" required className="sm:col-span-2" />
        )}
        <FormText<Body> name="reportedBy" label="Reported By" autoComplete="name" />
        <FormText<Body> name="reportedDate" label="Reported Date" type="date" max={today} required />
      </div>
      <AttachField label="Photos" draft={files} multiple />
    </div>
  );
}

/** Corrects a proposed Reported Date if the clock turns out to have been wrong; a chosen date stays. */
function useCorrectedDay(): void {
  const { getValues, setValue } = useFormContext();
  const day = useDayOfForm();
  const proposed = useRef(day);
  useEffect(() => {
    const before = proposed.current;
    proposed.current = day;
    if (before !== day && getValues('reportedDate') === before) setValue('reportedDate', day, { shouldValidate: true });
  }, [day, getValues, setValue]);
}
