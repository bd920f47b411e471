import { useParams } from 'react-router-dom';
import { createMakeBody, type MakeRecord, updateMakeBody } from '#contract/calls/equipment-make.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordMenu } from '#ui/forms/online/record-menu.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { joinedIds, listedIds, MakeInputs, makeLabels } from './make-inputs.tsx';

const back = { to: paths.equipmentMakes(), label: 'Equipment Makes' };
const blank = { name: '', equipmentIds: '' };

/** Returns the form values of a make. */
function valuesOf({ name, equipment, revision }: MakeRecord) {
  return { name, equipment: listedIds.write(equipment.map(({ id }) => id)), revision };
}

/** Creates a make with the equipment types that it builds. */
export function MakeCreateScreen() {
  const returnTo = useReturnTo();
  const create = useOnlineAction('createMake');
  return (
    <FormPage title="Create Equipment Make" back={back}>
      <OnlineForm
        schema={createMakeBody}
        defaults={blank}
        draftKey="make"
        submitLabel="Create"
        cancelTo={paths.equipmentMakes()}
        send={(body, idempotencyKey) => create.run({ body, idempotencyKey })}
        savedText={() => 'Equipment make created successfully!'}
        onSaved={(made) => returnTo(paths.equipmentMakes(), made)}
        refused={(message) => `Failed to create equipment make: ${message}`}
      >
        <MakeInputs shape={joinedIds} />
      </OnlineForm>
    </FormPage>
  );
}

/** Edits a make and the equipment types that it builds. */
export function MakeEditScreen() {
  const { id = '' } = useParams();
  const returnTo = useReturnTo();
  const make = useOnlineCall('make', { params: { id } }, { once: true });
  const all = useOnlineCall('allEquipmentTypes');
  const update = useOnlineAction('updateMake');
  const names = new Map(all.data?.map((equipment) => [equipment.id, equipment.name]));
  return (
    <FormPage
      title="Edit Equipment Make"
      back={back}
      actions={make.data && <RecordMenu kind="make" record={make.data} />}
    >
      <RecordLoad call={make} failed={(reason) => `Failed to load equipment make: ${reason}`} rows={4}>
        {(record) => (
          <OnlineForm
            key={record.id}
            schema={updateMakeBody}
            defaults={valuesOf(record)}
            draftKey={`make:${record.id}`}
            cancelTo={paths.equipmentMakes()}
            send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
            savedText={() => 'Equipment make updated successfully!'}
            onSaved={() => returnTo(paths.equipmentMakes())}
            edit={{
              shape: recordShapes.make,
              labels: makeLabels,
              valuesOf,
              textOf: (field, value) =>
                field === `${listedIds.name}.*`
                  ? listedIds
                      .read([value])
                      .map((equipmentId) => names.get(equipmentId) ?? '…')
                      .join(', ')
                  : undefined,
            }}
            refused={(message) => `Failed to update equipment make: ${message}`}
          >
            <MakeInputs shape={listedIds} known={record.equipment} />
          </OnlineForm>
        )}
      </RecordLoad>
    </FormPage>
  );
}
