import { useParams } from 'react-router-dom';
import { type DepartmentFormRecord, updateDepartmentBody } from '#contract/calls/department.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { RecordMenu } from '#ui/forms/online/record-menu.tsx';
import {
  DepartmentCreateForm,
  DepartmentInputs,
  departmentLabels,
  departmentValues,
} from '#ui/records/department-form.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useReturnTo } from '#ui/ui/return-to.ts';

const back = { to: paths.departments(), label: 'Departments' };

/** Creates a department. */
export function DepartmentCreateScreen() {
  const returnTo = useReturnTo();
  return (
    <FormPage title="Create Department" back={back}>
      <DepartmentCreateForm cancelTo={paths.departments()} onSaved={(made) => returnTo(paths.departments(), made)} />
    </FormPage>
  );
}

/** Edits a department; its devices show the new name. */
export function DepartmentEditScreen() {
  const { id = '' } = useParams();
  const department = useOnlineCall('department', { params: { id } }, { once: true });
  return (
    <FormPage
      title="Edit Department"
      back={back}
      actions={department.data && <RecordMenu kind="department" record={department.data} />}
    >
      <RecordLoad call={department} rows={1} failed={() => 'Failed to load department details.'}>
        {(record) => <EditForm key={record.id} department={record} />}
      </RecordLoad>
    </FormPage>
  );
}

function EditForm({ department }: { department: DepartmentFormRecord }) {
  const returnTo = useReturnTo();
  const update = useOnlineAction('updateDepartment');
  const { id } = department;
  return (
    <OnlineForm
      schema={updateDepartmentBody}
      defaults={departmentValues(department)}
      edit={{ shape: recordShapes.department, valuesOf: departmentValues, labels: departmentLabels }}
      draftKey={`department:${id}`}
      cancelTo={paths.departments()}
      invalidText="Please fill in all required fields."
      otherwise="Error updating department."
      send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
      savedText={({ name }) => `Department "${name}" updated successfully!`}
      onSaved={() => returnTo(paths.departments())}
    >
      <DepartmentInputs />
    </OnlineForm>
  );
}
