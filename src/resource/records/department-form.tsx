import { createDepartmentBody, type DepartmentFormRecord } from '#contract/department.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { CreateDialog } from '../create-dialog.tsx';
import { OnlineForm } from '../online-form.tsx';
import { useOnlineAction } from '../use-online-call.ts';
import type { CreateDialogOf, CreateFormOf } from './create-form.ts';

const blank = { name: '', location: '' };

/** How the fields of a department are called. */
export const departmentLabels = { name: 'Name', location: 'Location' };

/** The form's values of a department. */
export function departmentValues({ name, location, revision }: DepartmentFormRecord) {
  return { name, location, revision };
}

/** The fields of a department. */
export function DepartmentInputs() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText name="name" label={departmentLabels.name} required autoComplete="off" />
      <FormText name="location" label={departmentLabels.location} required autoComplete="off" />
    </div>
  );
}

/** Creates a department, on its own screen or inside a dialog. */
export function DepartmentCreateForm(form: CreateFormOf<DepartmentFormRecord>) {
  const create = useOnlineAction('createDepartment', { stale: ['departmentPage'] });
  return (
    <OnlineForm
      {...form}
      schema={createDepartmentBody}
      defaults={blank}
      draftKey="department"
      submitLabel="Create"
      invalidText="Please fill in all required fields."
      send={(body, idempotencyKey) => create.run({ body, idempotencyKey })}
      savedText={(department) => `Department "${department.name}" created successfully!`}
      failedText="Error creating department."
    >
      <DepartmentInputs />
    </OnlineForm>
  );
}

/** Creates a department over another form and gives it to `onCreated`. */
export function DepartmentCreateDialog({ onCreated, onClose }: CreateDialogOf<DepartmentFormRecord>) {
  return (
    <CreateDialog title="Create Department" onClose={onClose}>
      <DepartmentCreateForm onSaved={onCreated} onCancel={onClose} />
    </CreateDialog>
  );
}
