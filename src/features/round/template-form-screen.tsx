import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import type * as z from 'zod/mini';
import { templateBody, type TemplateSummary } from '#contract/calls/round/template.ts';
import type { TemplateRecord } from '#contract/records/ward.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { paths } from '#ui/paths.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { useReplicaAsOf } from '#ui/engine/use-now.ts';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { DepartmentTemplates } from './department-templates.tsx';
import { TemplateSerials } from './template-serials.tsx';

type TemplateInput = z.input<typeof templateBody>;
type TemplateOutput = z.output<typeof templateBody>;

const back = { to: paths.rounds(), label: 'Daily Rounds' };
const incomplete = 'Please enter a template name and select at least one serial number.';
const nothing: TemplateInput = { templateName: '', departmentId: null, serials: [], isOrdered: false, submitBy: '' };

/** Add New Daily Round Template. */
export function TemplateAddScreen() {
  return (
    <>
      <TemplateHeader title="Add New Daily Round Template" />
      <DepartmentTemplates />
      <TemplateForm id={null} defaults={nothing} />
    </>
  );
}

/** Edit Template; past rounds keep what they recorded. */
export function TemplateEditScreen() {
  const { id = '' } = useParams();
  const ready = useView((view) => view.ready);
  const template = useView((view) => view.get('template', id), [id]);
  useRecordTitle(template?.name);
  const serials = useView(
    (view) =>
      template?.deviceIds.flatMap((deviceId) => {
        const device = view.get('device', deviceId);
        return device ? [{ serialNumber: device.serialNumber, installationBaseEntityId: device.id }] : [];
      }) ?? [],
    [template],
  );
  const defaults = useMemo(() => template && inputOf(template, serials), [template, serials]);
  return (
    <>
      <TemplateHeader title="Edit Template" />
      {defaults ? (
        <TemplateForm id={id} defaults={defaults} />
      ) : (
        <Card flush={!ready}>
          {ready ? (
            <EmptyState
              title="Template not found."
              icon="rounds"
              action={<ButtonLink to={paths.rounds()}>Daily Rounds</ButtonLink>}
            />
          ) : (
            <SkeletonRows rows={4} columns={2} />
          )}
        </Card>
      )}
    </>
  );
}

function TemplateHeader({ title }: { title: string }) {
  return <PageHeader title={title} back={back} asOf={useReplicaAsOf()} />;
}

function inputOf(template: TemplateRecord, serials: TemplateInput['serials']): TemplateInput {
  const { name: templateName, departmentId, isOrdered = false, submitBy = '', revision } = template;
  return { templateName, departmentId, serials, isOrdered, submitBy, ...(revision !== undefined && { revision }) };
}

const labels = {
  templateName: 'Template Name',
  departmentId: 'Department',
  serials: 'Selected Serial Numbers',
  isOrdered: 'Walking Order',
  submitBy: 'Submit By',
};

/** Returns form values for a template that somebody else has changed. */
function valuesOf({
  templateName,
  departmentId,
  devices: serials,
  isOrdered,
  submitBy,
  revision,
}: TemplateSummary): TemplateInput {
  return { templateName, departmentId, serials, isOrdered, submitBy, revision };
}

function serialOf(one: unknown): string {
  return typeof one === 'object' && one !== null && 'serialNumber' in one ? String(one.serialNumber) : '';
}

function TemplateForm({ id, defaults }: { id: string | null; defaults: TemplateInput }) {
  const returnTo = useReturnTo();
  const create = useOnlineAction('createRoundTemplate');
  const update = useOnlineAction('updateRoundTemplate');
  const departments = useView((view) => view.all('department'));
  const textOf = (field: string, value: unknown) => {
    if (field === 'serials.*') return serialOf(value);
    if (field === 'isOrdered') return value === true ? 'As listed' : 'By department, place and serial';
    return field === 'departmentId' ? departments.find(({ id: known }) => known === value)?.name : undefined;
  };
  const send = (body: TemplateOutput, idempotencyKey: string) =>
    id === null ? create.run({ body, idempotencyKey }) : update.run({ params: { id }, body, idempotencyKey });
  return (
    <Card>
      <OnlineForm<TemplateInput, TemplateOutput, TemplateSummary>
        schema={templateBody}
        defaults={defaults}
        edit={id === null ? undefined : { shape: recordShapes.template, valuesOf, labels, textOf }}
        draftKey={`round-template:${id ?? 'new'}`}
        send={send}
        savedText={() => 'Template saved successfully!'}
        onSaved={({ templateId, templateName }) =>
          returnTo(paths.rounds(), id === null ? { id: templateId, name: templateName } : undefined)
        }
        cancelTo={paths.rounds()}
        invalidText={incomplete}
        failedText="Failed to save template. Please try again."
      >
        <FormText<TemplateInput> name="templateName" label="Template Name" required maxLength={255} />
        <FormText<TemplateInput>
          name="submitBy"
          label={labels.submitBy}
          type="time"
          hint="If a round is not submitted by this time, the engineers on duty and the office are told. Leave empty for no time."
        />
        <TemplateSerials />
      </OnlineForm>
    </Card>
  );
}
