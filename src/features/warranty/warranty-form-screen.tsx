import { useState } from 'react';
import type { DefaultValues } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router-dom';
import type * as z from 'zod/mini';
import { type WarrantyRecord, warrantyBody, warrantyIncomplete } from '#contract/warranty.ts';
import { paths } from '#ui/paths.ts';
import { CallError, errorWords, isOffline } from '#ui/resource/engine.ts';
import { useSyncStatus } from '#ui/resource/engine-provider.tsx';
import { RecordForm } from '#ui/resource/record-form.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/resource/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { WarrantyInputs } from './warranty-inputs.tsx';
import { WarrantySerials } from './warranty-serials.tsx';

type WarrantyInput = z.input<typeof warrantyBody>;
type WarrantyOutput = z.output<typeof warrantyBody>;

const back = { to: paths.warranties(), label: 'Warranties' };
const stale = ['warrantyPage', 'warranty'] as const;
const saved = 'Warranty Form saved successfully!';
const needsNetwork = 'You are offline. Saving a warranty needs the network. What you typed is kept on this device.';
const blank: DefaultValues<WarrantyInput> = {
  warrantyNumber: '',
  equipmentId: '',
  makeId: '',
  warrantyStartDate: '',
  selectedSerials: [],
};

/** Create Warranty/Contract Form; once saved it is empty again for the next one. */
export function WarrantyCreateScreen() {
  const toast = useToast();
  const create = useOnlineAction('saveWarranty', { stale });
  const [savedCount, setSavedCount] = useState(0);
  return (
    <FormPage title="Create Warranty/Contract Form">
      <WarrantyForm
        defaults={blank}
        draftKey="warranty:new"
        savedCount={savedCount}
        onSave={async (body) => {
          await create.run({ body });
          toast({ text: saved });
          setSavedCount((count) => count + 1);
        }}
      />
    </FormPage>
  );
}

/** Changes a warranty; its open PM tasks follow. */
export function WarrantyEditScreen() {
  const { id = '' } = useParams();
  const record = useOnlineCall('warranty', { params: { id } });
  return (
    <FormPage title="Edit Warranty/Contract Form">
      {record.error && (
        <Alert tone="danger" action={<Button onClick={record.reload}>Try again</Button>}>
          {errorWords(record.error, 'Error loading data. Please try again later.')}
        </Alert>
      )}
      {record.loading && <SkeletonRows rows={4} columns={2} />}
      {record.data && <EditForm key={record.data.id} record={record.data} />}
    </FormPage>
  );
}

function EditForm({ record }: { record: WarrantyRecord }) {
  const toast = useToast();
  const navigate = useNavigate();
  const update = useOnlineAction('updateWarranty', { stale });
  const [defaults] = useState(() => inputOf(record));
  return (
    <WarrantyForm
      defaults={defaults}
      draftKey={`warranty:${record.id}`}
      onSave={async (body) => {
        await update.run({ params: { id: record.id }, body });
        toast({ text: saved });
        await navigate(paths.warranties());
      }}
    />
  );
}

function FormPage({ title, children }: { title: string; children: React.ReactNode }) {
  const { offline } = useSyncStatus();
  return (
    <div className="mx-auto max-w-3xl space-y-4">
      <PageHeader title={title} back={back} />
      {offline && <Alert tone="info">{needsNetwork}</Alert>}
      <Card>{children}</Card>
    </div>
  );
}

interface WarrantyFormProps {
  defaults: DefaultValues<WarrantyInput>;
  draftKey: string;
  /** Goes up with each record saved while the form stays open: its fields are emptied then. */
  savedCount?: number;
  onSave: (body: WarrantyOutput) => Promise<void>;
}

function WarrantyForm({ defaults, draftKey, savedCount = 0, onSave }: WarrantyFormProps) {
  const save = async (body: WarrantyOutput) => {
    try {
      await onSave(body);
    } catch (error) {
      if (isOffline(error)) throw new CallError('offline', needsNetwork);
      throw error instanceof CallError ? error : new CallError('problem', '');
    }
  };
  return (
    <RecordForm<WarrantyInput, WarrantyOutput>
      schema={warrantyBody}
      defaults={defaults}
      draftKey={draftKey}
      cancelTo={paths.warranties()}
      disabledWhileInvalid
      invalidText={warrantyIncomplete}
      refused={(message) => (message === needsNetwork ? message : `Error saving warranty form. ${message}`)}
      onSubmit={save}
    >
      <WarrantyInputs defaults={defaults} savedCount={savedCount} />
      <WarrantySerials />
    </RecordForm>
  );
}

function inputOf(record: WarrantyRecord): DefaultValues<WarrantyInput> {
  return {
    warrantyNumber: record.warrantyNumber,
    equipmentId: record.equipmentId,
    makeId: record.makeId,
    ...(record.pmFrequency && { pmFrequency: record.pmFrequency }),
    pmCount: record.pmCount,
    warrantyStartDate: record.warrantyStartDate,
    warrantyDurationInYear: record.warrantyDurationInYear,
    selectedSerials: record.selectedSerials.map(({ serialNumber, installationBaseEntityId }) => ({
      serialNumber,
      installationBaseEntityId,
    })),
  };
}
