import { useState } from 'react';
import type { DefaultValues } from 'react-hook-form';
import { useParams } from 'react-router-dom';
import type * as z from 'zod/mini';
import { counted } from '#contract/rules/counted.ts';
import { type DeviceEntry, newDevicesForm, updateDeviceBody } from '#contract/calls/device/device.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { money, writeNumber } from '#contract/rules/read-number.ts';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useToday } from '#ui/engine/use-now.ts';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { CalibrationInputs } from './calibration-inputs.tsx';
import { EditedSerial } from './edited-serial.tsx';
import { DeviceInputs } from './device-inputs.tsx';
import { asFormError, blankDevice, deviceLabels, type NewDevices, recordsOf, valuesOf } from './device-values.ts';
import { SerialList } from './serial-list.tsx';
import { type Choices, useDeviceChoices } from './use-device-choices.ts';

type EditedDevice = z.input<typeof updateDeviceBody>;
/** A device just made, under its serial number. */
type NewDevice = { id: string; name: string };

const back = { to: paths.devices(), label: 'Installation Base' };
const failedText = 'Error submitting installation data.';

/** Adds new equipment: one device for each serial number, all of the same model and purchase. */
export function DeviceCreateScreen() {
  const today = useToday();
  const returnTo = useReturnTo();
  const choices = useDeviceChoices();
  const create = useOnlineAction('createDevices');
  const [defaults] = useState<DefaultValues<NewDevices>>(() => blankDevice(today));
  return (
    <FormPage title="Add New Equipment" back={back}>
      <OnlineForm<NewDevices, z.output<typeof newDevicesForm>, readonly NewDevice[]>
        schema={newDevicesForm}
        defaults={defaults}
        draftKey="installation"
        submitLabel="Create Installations"
        cancelTo={paths.devices()}
        disabledWhileInvalid
        failedText={failedText}
        send={async (form, idempotencyKey) => {
          try {
            const { ids } = await create.run({ body: recordsOf(form), idempotencyKey });
            return form.serialNumbers.map((name, at) => ({ id: ids[at] ?? '', name }));
          } catch (error) {
            throw asFormError(error);
          }
        }}
        savedText={(made) => `${counted(made.length, 'installation')} created.`}
        onSaved={(all) => returnTo(paths.devices(), all[0] && { ...all[0], all })}
      >
        <DeviceInputs choices={choices} />
        <CalibrationInputs />
        <SerialList />
      </OnlineForm>
    </FormPage>
  );
}

/** Edits an installed device; its open tasks follow. */
export function DeviceEditScreen() {
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

function EditForm({ record }: { record: DeviceEntry }) {
  const { id } = record;
  const returnTo = useReturnTo();
  const choices = useDeviceChoices();
  const update = useOnlineAction('updateDevice');
  const [defaults] = useState<DefaultValues<EditedDevice>>(() => valuesOf(record));
  return (
    <OnlineForm<EditedDevice, z.output<typeof updateDeviceBody>, DeviceEntry>
      schema={updateDeviceBody}
      defaults={defaults}
      edit={{
        shape: recordShapes.device,
        valuesOf,
        labels: deviceLabels,
        textOf: (field, value) => nameOf(choices, field, value),
      }}
      draftKey={`installation:${id}`}
      cancelTo={paths.devices()}
      disabledWhileInvalid
      failedText={failedText}
      send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
      savedText={({ serialNumber }) => `${serialNumber} saved.`}
      onSaved={() => returnTo(paths.devices())}
    >
      <EditedSerial />
      <DeviceInputs choices={choices} known={record} />
      <CalibrationInputs />
    </OnlineForm>
  );
}

/** Formats a field's value for the user who decides between two edits. */
function nameOf(choices: Choices, field: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'YES' : 'NO';
  if (field === 'price' && typeof value === 'number') return writeNumber(value, money);
  if (!field.endsWith('Id')) return undefined;
  const { equipmentModels, vendors, departments, contactPersons } = choices;
  return [...equipmentModels, ...vendors, ...departments, ...contactPersons].find(({ id }) => id === value)?.name;
}
