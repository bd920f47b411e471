import { type ComponentProps, useRef, useState } from 'react';
import type { DefaultValues } from 'react-hook-form';
import { useParams } from 'react-router-dom';
import type * as z from 'zod/mini';
import { type WarrantyRecord, warrantyBody, warrantyIncomplete } from '#contract/calls/warranty.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { AddDocuments } from '#ui/work/documents/add-documents.tsx';
import { agreementWithDocuments } from '#ui/work/documents/document-owner.ts';
import { DocumentsCard } from '#ui/work/documents/documents-card.tsx';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { useVendorOptions } from '#ui/records/contact-person-form.tsx';
import type { AgreementForm } from './agreement-form.ts';
import { AgreementInputs } from './agreement-inputs.tsx';
import { PastPm } from './past-pm.tsx';
import { WarrantyInputs } from './warranty-inputs.tsx';
import { warrantyLeafLabels, warrantyText } from './warranty-words.ts';
import { WarrantySerials } from './warranty-serials.tsx';

type WarrantyInput = z.input<typeof warrantyBody>;
type WarrantyOutput = z.output<typeof warrantyBody>;

const back = { to: paths.warranties(), label: 'Warranties' };
const blank: DefaultValues<AgreementForm> = {
  warrantyNumber: '',
  equipmentId: '',
  makeId: '',
  warrantyStartDate: '',
  warrantyExtraMonths: 0,
  selectedSerials: [],
  pastWork: 'today',
  lastPmDate: '',
  kind: 'Warranty',
  vendorId: '',
  contactName: '',
  phone: '',
  terms: null,
  removedTerms: null,
  notes: '',
};

/** Shows Create Warranty/Contract Form; after each save it is empty again for the next record. */
export function WarrantyCreateScreen() {
  const create = useOnlineAction('saveWarranty');
  const [savedCount, setSavedCount] = useState(0);
  return (
    <FormPage title="Create Warranty/Contract Form" back={back}>
      <WarrantyForm
        defaults={blank}
        draftKey="warranty:new"
        savedCount={savedCount}
        send={(body, idempotencyKey) => create.run({ body, idempotencyKey })}
        onSaved={() => setSavedCount((count) => count + 1)}
      />
    </FormPage>
  );
}

/**
 * Edits a warranty; its open PM tasks follow. Its documents are shown beside the form, or below it after a press, and
 * are saved immediately.
 */
export function WarrantyEditScreen() {
  const { id = '' } = useParams();
  const warranty = useOnlineCall('warranty', { params: { id } }, { once: true });
  const documents = useOnlineCall('contractDocuments', { params: { id } });
  const owner = agreementWithDocuments(id);
  const files = useRef<HTMLDivElement>(null);
  const count = documents.data ? ` (${documents.data.documents.length})` : '';
  return (
    <FormPage
      title="Edit Warranty/Contract Form"
      back={back}
      actions={
        warranty.data && (
          <Button
            icon="file"
            className="lg:hidden"
            onClick={() => {
              files.current?.scrollIntoView();
              files.current?.focus({ preventScroll: true });
            }}
          >
            Documents{count}
          </Button>
        )
      }
      beside={
        <div ref={files} tabIndex={-1} className="space-y-5 outline-none">
          {warranty.data && (
            <>
              <DocumentsCard owner={owner} call={documents} />
              <Card>
                <AddDocuments owner={owner} />
              </Card>
            </>
          )}
        </div>
      }
    >
      <RecordLoad call={warranty} rows={4} failed={() => 'Error loading data. Please try again later.'}>
        {(record) => (
          <>
            {record.terms !== null && (
              <ButtonLink icon="print" to={paths.printEvidence(record.id)} className="mb-4">
                Penalty evidence
              </ButtonLink>
            )}
            <EditForm key={record.id} record={record} />
          </>
        )}
      </RecordLoad>
    </FormPage>
  );
}

function EditForm({ record }: { record: WarrantyRecord }) {
  const returnTo = useReturnTo();
  const update = useOnlineAction('updateWarranty');
  const equipment = useOnlineCall('equipmentTypeDropdown');
  const [defaults] = useState(() => ({ ...inputOf(record), removedTerms: null }));
  const { id, vendorId, vendorName } = record;
  const vendor = vendorId === null ? undefined : { id: vendorId, name: vendorName };
  const vendors = useVendorOptions(vendor);
  return (
    <WarrantyForm
      defaults={defaults}
      edit={{
        shape: recordShapes.warranty,
        valuesOf: inputOf,
        labels: warrantyLeafLabels,
        textOf: (field, value) =>
          warrantyText(
            field,
            value,
            equipment.data ?? [],
            vendors.options.map((option) => ({ id: option.value, name: option.label })),
          ),
      }}
      vendor={vendor}
      draftKey={`warranty:${id}`}
      send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
      onSaved={() => returnTo(paths.warranties())}
    />
  );
}

interface WarrantyFormProps {
  defaults: DefaultValues<AgreementForm>;
  draftKey: string;
  /** Increases with each record saved while the form stays open; a change clears the fields. */
  savedCount?: number;
  send: (body: WarrantyOutput, idempotencyKey: string) => Promise<WarrantyRecord>;
  onSaved: () => unknown;
  /** The vendor of the record, who may be retired. */
  vendor?: { id: string; name: string } | undefined;
  edit?: ComponentProps<typeof OnlineForm<WarrantyInput, WarrantyOutput, WarrantyRecord>>['edit'];
}

function WarrantyForm({ defaults, savedCount = 0, vendor, ...form }: WarrantyFormProps) {
  return (
    <OnlineForm<WarrantyInput, WarrantyOutput, WarrantyRecord>
      {...form}
      schema={warrantyBody}
      defaults={defaults}
      cancelTo={paths.warranties()}
      disabledWhileInvalid
      invalidText={warrantyIncomplete}
      savedText={() => 'Warranty Form saved successfully!'}
      refused={(message) => `Error saving warranty form. ${message}`}
      otherwise=""
    >
      <WarrantyInputs defaults={defaults} savedCount={savedCount} />
      <WarrantySerials />
      <PastPm />
      <AgreementInputs key={savedCount} vendor={vendor} />
    </OnlineForm>
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
    warrantyExtraMonths: record.warrantyExtraMonths,
    selectedSerials: record.selectedSerials.map(({ serialNumber, installationBaseEntityId }) => ({
      serialNumber,
      installationBaseEntityId,
    })),
    pastWork: 'today',
    lastPmDate: '',
    kind: record.kind,
    vendorId: record.vendorId ?? '',
    contactName: record.contactName,
    phone: record.phone,
    terms: record.terms,
    notes: record.notes,
    revision: record.revision,
  };
}
