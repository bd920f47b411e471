import { useMemo } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { useParams } from 'react-router-dom';
import { createHospitalForm, type HospitalRecord, namesake, updateHospitalBody } from '#contract/calls/hospital.ts';
import { defaultStorageMB, storageText } from '#contract/rules/storage.ts';
import { FormCheckbox } from '#ui/fields/form-checkbox.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { ReportsCard } from './reports-card.tsx';
import { OfficePasswordCard } from './office-password-card.tsx';
import { HospitalInputs, hospitalLabels } from './hospital-inputs.tsx';
import type { AnswerOf, BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';

type Body = BodyInput<Calls['createHospital']>;

const back = { to: paths.hospitals(), label: 'Hospitals' };
const blank = {
  name: '',
  phone: '',
  address: '',
  stateId: '',
  cityId: '',
  email: '',
  password: '',
  storageMB: defaultStorageMB,
};

/** Returns the form values of a hospital. */
function valuesOf(hospital: HospitalRecord) {
  const { name, phone, address, stateId, cityId, numberOfBME, numberOfBeds, storageMB, revision } = hospital;
  return { name, phone, address, stateId, cityId, numberOfBME, numberOfBeds, storageMB, revision };
}

/** Creates a hospital with its Hospital account. */
export function HospitalCreateScreen() {
  const returnTo = useReturnTo();
  const create = useOnlineAction('createHospital');
  const known = useOnlineCall('hospitals').data;
  const schema = useMemo(() => createHospitalForm(known ?? []), [known]);
  return (
    <FormPage title="Create Hospital" back={back}>
      <OnlineForm
        schema={schema}
        defaults={blank}
        draftKey="hospital"
        submitLabel="Create"
        cancelTo={paths.hospitals()}
        disabledWhileInvalid
        send={(body, idempotencyKey) => create.run({ body, idempotencyKey })}
        savedText={() => 'Hospital created successfully!'}
        onSaved={(made) => returnTo(paths.hospitals(), made)}
        refused={(message) => `Failed to create hospital: ${message}`}
      >
        <HospitalInputs>
          <FormText<Body> name="email" label="Email" type="email" autoComplete="off" required />
          <FormText<Body>
            name="password"
            label="Password"
            type="password"
            autoComplete="new-password"
            hint="A one-time password: the office is asked for its own at the first sign-in."
            required
          />
          <Namesake known={known ?? []} />
        </HospitalInputs>
      </OnlineForm>
    </FormPage>
  );
}

/** Asks whether a hospital with the same name and town as a known one is really another. */
function Namesake({ known }: { known: readonly HospitalRecord[] }) {
  const [name, cityId] = useWatch({ name: ['name', 'cityId'] }) as [string?, string?];
  const twin = namesake(known, { name: name ?? '', cityId: cityId ?? '' });
  const { isSubmitting } = useFormState();
  // While the form is sent, its own hospital may already be among the known ones.
  if (!twin || isSubmitting) return null;
  return (
    <div className="space-y-3 sm:col-span-2">
      <Alert tone="warn">
        There is already a hospital “{twin.name}” in {twin.city}.
      </Alert>
      <FormCheckbox name="isAnother" label="This is another hospital" />
    </div>
  );
}

/** Edits a hospital, and can set a new password for its office. */
export function HospitalEditScreen() {
  const { id = '' } = useParams();
  const hospital = useOnlineCall('hospital', { params: { id } }, { once: true });
  return (
    <FormPage
      title="Edit Hospital"
      back={back}
      below={
        hospital.data && (
          <>
            <ReportsCard hospital={hospital.data} onSwitched={hospital.reload} />
            <OfficePasswordCard hospital={hospital.data} />
          </>
        )
      }
    >
      <RecordLoad call={hospital} failed={(reason) => `Failed to load hospital: ${reason}`} rows={4}>
        {(record) => <EditForm key={record.id} hospital={record} />}
      </RecordLoad>
    </FormPage>
  );
}

function EditForm({ hospital }: { hospital: AnswerOf<Calls['hospital']> }) {
  const { id, stateId } = hospital;
  const returnTo = useReturnTo();
  const update = useOnlineAction('updateHospital');
  const placeName = usePlaceNames(stateId);
  return (
    <OnlineForm
      schema={updateHospitalBody}
      defaults={valuesOf(hospital)}
      draftKey={`hospital:${id}`}
      cancelTo={paths.hospitals()}
      disabledWhileInvalid
      send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
      savedText={() => 'Hospital updated successfully!'}
      onSaved={() => returnTo(paths.hospitals())}
      edit={{ shape: recordShapes.hospital, labels: hospitalLabels, valuesOf, textOf: placeName }}
      refused={(message) => `Failed to update hospital: ${message}`}
    >
      <HospitalInputs used={storageText(hospital.storage)} />
    </OnlineForm>
  );
}

/** Shows ids of states, and of the cities of one state, as names. */
function usePlaceNames(stateId: string): (field: string, value: unknown) => string | undefined {
  const states = useOnlineCall('hospitalStates');
  const cities = useOnlineCall('hospitalCities', { params: { stateId } });
  return (field, value) => {
    if (field === 'stateId') return states.data?.find((state) => state.stateId === value)?.stateName;
    if (field !== 'cityId') return undefined;
    return cities.data?.find((city) => city.cityId === value)?.cityName ?? 'another city';
  };
}
