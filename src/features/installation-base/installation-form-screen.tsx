import { useState } from 'react';
import type { DefaultValues } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router-dom';
import type * as z from 'zod/mini';
import { type InstallationRecord, newInstallationsForm, updateInstallationBody } from '#contract/installation-base.ts';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/resource/form-page.tsx';
import { OnlineForm } from '#ui/resource/online-form.tsx';
import { RecordLoad } from '#ui/resource/record-load.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/resource/use-online-call.ts';
import { useToday } from '#ui/resource/use-now.ts';
import { CalibrationInputs } from './calibration-inputs.tsx';
import { EditedSerial } from './edited-serial.tsx';
import { InstallationInputs } from './installation-inputs.tsx';
import {
  asFormError,
  blankInstallation,
  installationLabels,
  type NewInstallations,
  recordsOf,
  valuesOf,
} from './installation-values.ts';
import { SerialList } from './serial-list.tsx';
import { type Choices, useInstallationChoices } from './use-installation-choices.ts';

type EditedInstallation = z.input<typeof updateInstallationBody>;

const back = { to: paths.installationBase(), label: 'Installation Base' };
const stale = ['installation', 'installationPage', 'installationTiles', 'installationSerials'] as const;
const failedText = 'Error submitting installation data.';

/** Add New Equipment: one device for each serial number, all of one model and purchase. */
export function InstallationCreateScreen() {
  const today = useToday();
  const navigate = useNavigate();
  const choices = useInstallationChoices();
  const create = useOnlineAction('createInstallations', { stale });
  const [defaults] = useState<DefaultValues<NewInstallations>>(() => blankInstallation(today));
  return (
    <FormPage title="Add New Equipment" back={back}>
      <OnlineForm<NewInstallations, z.output<typeof newInstallationsForm>, { ids: string[] }>
        schema={newInstallationsForm}
        defaults={defaults}
        draftKey="installation"
        submitLabel="Create Installations"
        cancelTo={paths.installationBase()}
        disabledWhileInvalid
        failedText={failedText}
        send={async (form, idempotencyKey) => {
          try {
            return await create.run({ body: recordsOf(form), idempotencyKey });
          } catch (error) {
            throw asFormError(error);
          }
        }}
        savedText={({ ids }) => (ids.length === 1 ? '1 installation created.' : `${ids.length} installations created.`)}
        onSaved={() => navigate(paths.installationBase())}
      >
        <InstallationInputs choices={choices} />
        <CalibrationInputs />
        <SerialList />
      </OnlineForm>
    </FormPage>
  );
}

/** Changes an installed device; its open tasks follow. */
export function InstallationEditScreen() {
  const { id = '' } = useParams();
  const installation = useOnlineCall('installation', { params: { id } }, { once: true });
  return (
    <FormPage title="Edit Equipment" back={back}>
      <RecordLoad call={installation} rows={6} failed={() => 'Error fetching installation data.'}>
        {(record) => <EditForm key={record.id} record={record} />}
      </RecordLoad>
    </FormPage>
  );
}

function EditForm({ record }: { record: InstallationRecord }) {
  const { id } = record;
  const navigate = useNavigate();
  const choices = useInstallationChoices();
  const update = useOnlineAction('updateInstallation', { stale });
  const [defaults] = useState<DefaultValues<EditedInstallation>>(() => valuesOf(record));
  return (
    <OnlineForm<EditedInstallation, z.output<typeof updateInstallationBody>, InstallationRecord>
      schema={updateInstallationBody}
      defaults={defaults}
      edit={{ valuesOf, labels: installationLabels, textOf: (field, value) => nameOf(choices, field, value) }}
      draftKey={`installation:${id}`}
      cancelTo={paths.installationBase()}
      disabledWhileInvalid
      failedText={failedText}
      send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
      savedText={({ serialNumber }) => `${serialNumber} saved.`}
      onSaved={() => navigate(paths.installationBase())}
    >
      <EditedSerial />
      <InstallationInputs choices={choices} known={record} />
      <CalibrationInputs />
    </OnlineForm>
  );
}

/** Writes a field's value for the user who decides between two edits. */
function nameOf(choices: Choices, field: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'YES' : 'NO';
  if (!field.endsWith('Id')) return undefined;
  const { equipmentModels, vendors, departments, contactPersons } = choices;
  return [...equipmentModels, ...vendors, ...departments, ...contactPersons].find(({ id }) => id === value)?.name;
}
