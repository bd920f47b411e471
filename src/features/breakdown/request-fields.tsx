import { useWatch } from 'react-hook-form';
import { issueTypes } from '#contract/replica.ts';
import { machineStatuses, priorities } from '#contract/rules/ticket.ts';
import { FormRadio } from '#ui/fields/form-radio.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText, FormTextArea } from '#ui/fields/form-text.tsx';
import { AttachField } from '#ui/resource/attach-field.tsx';
import { useView } from '#ui/resource/engine-provider.tsx';
import type { FileDraft } from '#ui/resource/file-draft.ts';
import { useToday } from '#ui/resource/use-now.ts';
import { DeviceChooser } from './device-chooser.tsx';

/** Files that one report may carry. Source: contract, reportBreakdown. */
export const mostPhotos = 5;

const asOptions = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));
const yesNo = [
  { value: 'No', label: 'No', tone: 'neutral' },
  { value: 'Yes', label: 'Yes', icon: 'warning', tone: 'danger' },
] as const;

/** The inputs of a service request. Source: document 2, New Service Request. */
export function RequestFields({ files }: { files: FileDraft }) {
  const today = useToday();
  const harm: unknown = useWatch({ name: 'anyPatientHarm' });
  const technicians = useView((view) =>
    view
      .all('technician')
      .map(({ id, name }) => ({ value: id, label: name }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  );
  return (
    <div className="space-y-5">
      <DeviceChooser />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormSelect
          name="issueType"
          label="Issue Type"
          required
          placeholder="Choose an issue type"
          options={asOptions(issueTypes)}
        />
        <FormSelect
          name="priority"
          label="Priority"
          required
          placeholder="Choose a priority"
          options={asOptions(priorities)}
        />
        <FormTextArea name="problemReported" label="Problem Reported" className="sm:col-span-2" />
        <FormSelect name="machineStatus" label="Machine Status" options={asOptions(machineStatuses)} />
        <FormSelect name="technicianId" label="Technician" placeholder="Not assigned" options={technicians} />
        <FormRadio name="anyPatientHarm" label="Patient Harm" options={yesNo} className="max-w-sm sm:col-span-2" />
        {harm === 'Yes' && (
          <FormTextArea name="harmDescription" label="Harm Description" required className="sm:col-span-2" />
        )}
        <FormText name="reportedBy" label="Reported By" autoComplete="name" />
        <FormText name="reportedDate" label="Reported Date" type="date" max={today} required />
      </div>
      <AttachField label="Photos" draft={files} multiple />
    </div>
  );
}
