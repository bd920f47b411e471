import { useNavigate, useParams } from 'react-router-dom';
import { createHospitalBody, type HospitalRecord, updateHospitalBody } from '#contract/hospital.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { paths } from '#ui/paths.ts';
import { errorWords } from '#ui/resource/engine.ts';
import { RecordForm } from '#ui/resource/record-form.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/resource/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { HospitalInputs } from './hospital-inputs.tsx';

const back = { to: paths.hospitals(), label: 'Hospitals' };
const blank = {
  name: '',
  phone: '',
  address: '',
  stateId: '',
  cityId: '',
  numberOfBME: '',
  numberOfBeds: '',
  email: '',
  password: '',
};

/** Creates a hospital with its Hospital account. */
export function HospitalCreateScreen() {
  const toast = useToast();
  const navigate = useNavigate();
  const create = useOnlineAction('createHospital', { stale: ['hospitals'] });
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="Create Hospital" back={back} />
      <Card>
        <RecordForm
          schema={createHospitalBody}
          defaults={blank}
          draftKey="hospital"
          submitLabel="Create"
          cancelTo={paths.hospitals()}
          disabledWhileInvalid
          refused={(message) => `Failed to create hospital: ${message}`}
          onSubmit={async (body) => {
            await create.run({ body });
            toast({ text: 'Hospital created successfully!' });
            await navigate(paths.hospitals());
          }}
        >
          <HospitalInputs>
            <FormText name="email" label="Email" type="email" autoComplete="off" required />
            <FormText name="password" label="Password" type="password" autoComplete="new-password" required />
          </HospitalInputs>
        </RecordForm>
      </Card>
    </div>
  );
}

/** Changes a hospital; its account keeps email and password. */
export function HospitalEditScreen() {
  const { id = '' } = useParams();
  const hospital = useOnlineCall('hospital', { params: { id } });
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="Edit Hospital" back={back} />
      <Card>
        {hospital.error && (
          <Alert tone="danger" action={<Button onClick={hospital.reload}>Try again</Button>}>
            {errorWords(hospital.error, 'Unknown server error')}
          </Alert>
        )}
        {hospital.loading && <SkeletonRows rows={4} columns={2} />}
        {hospital.data && <HospitalEditForm key={hospital.data.id} hospital={hospital.data} />}
      </Card>
    </div>
  );
}

function HospitalEditForm({ hospital }: { hospital: HospitalRecord }) {
  const toast = useToast();
  const navigate = useNavigate();
  const update = useOnlineAction('updateHospital', { stale: ['hospitals', 'hospital'] });
  const { id, name, phone, address, stateId, cityId, numberOfBME, numberOfBeds } = hospital;
  return (
    <RecordForm
      schema={updateHospitalBody}
      defaults={{ name, phone, address, stateId, cityId, numberOfBME, numberOfBeds }}
      draftKey={`hospital:${id}`}
      cancelTo={paths.hospitals()}
      refused={(message) => `Failed to update hospital: ${message}`}
      onSubmit={async (body) => {
        await update.run({ params: { id }, body });
        toast({ text: 'Hospital updated successfully!' });
        await navigate(paths.hospitals());
      }}
    >
      <HospitalInputs />
    </RecordForm>
  );
}
