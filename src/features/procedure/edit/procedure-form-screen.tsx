import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router-dom';
import { createProcedureBody, type ProcedureDetails, updateProcedureBody } from '#contract/calls/procedure.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { startOfText } from '#contract/rules/cut-text.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { paths } from '#ui/paths.ts';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { MultiSelect } from '#ui/ui/multi-select.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { procedureLabels as labels, procedureLeafLabels, stepLeafText } from './step-words.ts';
import { type ProcedureValues, StepsField } from './steps-field.tsx';

const back = { to: paths.procedures(), label: 'Procedures' };
const blank: ProcedureValues = { name: '', steps: [], equipmentIds: [], modelIds: [] };

function valuesOf({ name, steps, equipmentIds, modelIds, revision }: ProcedureDetails): ProcedureValues {
  return { name, steps, equipmentIds, modelIds, revision };
}

/** Creates a procedure for the hospital. */
export function ProcedureCreateScreen() {
  const returnTo = useReturnTo();
  const create = useOnlineAction('createProcedure');
  return (
    <>
      <PageHeader title="Create Procedure" back={back} />
      <Card>
        <OnlineForm
          schema={createProcedureBody}
          defaults={blank}
          draftKey="procedure"
          cancelTo={paths.procedures()}
          submitLabel="Create"
          failedText="Error creating procedure."
          send={(body, idempotencyKey) => create.run({ body, idempotencyKey })}
          savedText={({ name }) => `Procedure "${name}" created successfully!`}
          onSaved={(made) => returnTo(paths.procedures(), made)}
        >
          <ProcedureInputs />
        </OnlineForm>
      </Card>
    </>
  );
}

/** Edits a procedure: changed steps become a new version, and existing tests keep theirs. */
export function ProcedureEditScreen() {
  const { id = '' } = useParams();
  const procedure = useOnlineCall('procedure', { params: { id } }, { once: true });
  return (
    <>
      <PageHeader
        title="Edit Procedure"
        back={back}
        subtitle={procedure.data && <span>Version {procedure.data.version}</span>}
        actions={procedure.data && <CopyButton procedure={procedure.data} />}
      />
      <Card>
        <RecordLoad call={procedure} failed={() => 'Failed to load the procedure. Please try again.'}>
          {(record) => <EditForm key={record.id} procedure={record} />}
        </RecordLoad>
      </Card>
    </>
  );
}

function EditForm({ procedure }: { procedure: ProcedureDetails }) {
  const returnTo = useReturnTo();
  const update = useOnlineAction('updateProcedure');
  const { id } = procedure;
  const types = useOnlineCall('equipmentTypeDropdown');
  const models = useModelNames();
  const textOf = (field: string, value: unknown) => {
    const named = (known: readonly { id: string; name: string }[]) =>
      known.find((one) => one.id === value)?.name ?? '…';
    if (field === 'equipmentIds.*') return named(types.data ?? []);
    return field === 'modelIds.*' ? named(models) : stepLeafText(field, value);
  };
  return (
    <OnlineForm
      schema={updateProcedureBody}
      defaults={valuesOf(procedure)}
      edit={{ shape: recordShapes.procedure, valuesOf, labels: procedureLeafLabels, textOf }}
      draftKey={`procedure:${id}`}
      cancelTo={paths.procedures()}
      otherwise="Error updating procedure."
      send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
      savedText={({ name, version }) => `Procedure "${name}" saved as version ${version}.`}
      onSaved={() => returnTo(paths.procedures())}
    >
      <ProcedureInputs />
    </OnlineForm>
  );
}

function CopyButton({ procedure }: { procedure: ProcedureDetails }) {
  const navigate = useNavigate();
  const toast = useToast();
  const copy = useOnlineAction('copyProcedure');
  const [count, setCount] = useState(1);
  const run = async () => {
    const name = `${startOfText(procedure.name, 240)} (copy${count === 1 ? '' : ` ${count}`})`;
    try {
      const made = await copy.run({ params: { id: procedure.id }, body: { name } });
      toast({ text: `Copied as “${made.name}”.` });
      void navigate(paths.procedureEdit(made.id));
    } catch (error) {
      setCount(count + 1);
      const text = isOffline(error)
        ? 'You are offline. Copying needs the network.'
        : errorWords(error, 'The procedure could not be copied.');
      toast({ tone: 'danger', text });
    }
  };
  return (
    <Button icon="copy" busy={copy.busy} onClick={() => void run()}>
      Copy
    </Button>
  );
}

/** Returns the models of the hospital's devices, by name. */
function useModelNames() {
  return useView((view) => {
    const found = new Map(
      view.all('device').map(({ modelId, makeName, modelName }) => [modelId, `${makeName} ${modelName}`]),
    );
    return [...found].map(([id, name]) => ({ id, name })).sort((a, b) => inNaturalOrder(a.name, b.name));
  });
}

function ProcedureInputs() {
  const types = useOnlineCall('equipmentTypeDropdown');
  const models = useModelNames();
  return (
    <>
      <FormText<ProcedureValues> name="name" label={labels.name} required maxLength={255} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Targets name="equipmentIds" options={types.data ?? []} hint="It is used for every device of these types." />
        <Targets name="modelIds" options={models} hint="A model's procedure takes precedence over that of its type." />
      </div>
      <StepsField />
    </>
  );
}

interface TargetsProps {
  name: 'equipmentIds' | 'modelIds';
  options: readonly { id: string; name: string }[];
  hint: string;
}

function Targets({ name, options, hint }: TargetsProps) {
  const { control } = useFormContext<ProcedureValues>();
  const { field, fieldState } = useController({ control, name });
  return (
    <MultiSelect
      name={name}
      label={labels[name]}
      hint={hint}
      placeholder="None chosen"
      options={options.map(({ id, name: label }) => ({ value: id, label }))}
      value={field.value}
      error={fieldState.error?.message}
      onBlur={field.onBlur}
      onChange={(chosen) => field.onChange([...chosen])}
    />
  );
}
