import { createDepartmentBody, type DepartmentFormRecord } from '#contract/calls/department.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { CreateDialog } from '#ui/forms/online/create-dialog.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import type { CreateDialogOf, CreateFormOf } from './create-form.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';

type Body = BodyInput<Calls['createDepartment']>;

const blank = { name: '', location: '' };

export const departmentLabels = { name: 'Name', location: 'Location' };

/** Returns the form values of a department. */
export function departmentValues({ name, location, revision }: DepartmentFormRecord) {
  return { name, location, revision };
}

/** Renders the fields of a department. */
export function DepartmentInputs() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText<Body> name="name" label={departmentLabels.name} required autoComplete="off" />
      <FormText<Body> name="location" label={departmentLabels.location} required autoComplete="off" />
    </div>
  );
}

/** Creates a department, on its own screen or inside a dialog. */
export function DepartmentCreateForm(form: CreateFormOf<DepartmentFormRecord>) {
  const create = useOnlineAction('createDepartment');
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

/** Creates a department in a dialog and passes it to `onCreated`. */
export function DepartmentCreateDialog({ onCreated, onClose }: CreateDialogOf<DepartmentFormRecord>) {
  return (
    <CreateDialog title="Create Department" onClose={onClose}>
      <DepartmentCreateForm onSaved={onCreated} onCancel={onClose} />
    </CreateDialog>
  );
}
