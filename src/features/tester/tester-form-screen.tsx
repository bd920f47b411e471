import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { createTesterBody, type TesterDetails, updateTesterBody } from '#contract/calls/tester.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { AttachedFiles } from '#ui/work/attached-files.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { attachedKinds } from '#ui/forms/offline/attach-field.tsx';
import { paths } from '#ui/paths.ts';
import { FileRefused, preparePhoto } from '#ui/platform/photo.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { FileField } from '#ui/ui/file-field.tsx';
import { useReturnTo } from '#ui/ui/return-to.ts';

type Body = BodyInput<Calls['createTester']>;

const back = { to: paths.testers(), label: 'Testers' };
const blank = {
  name: '',
  serialNumber: '',
  certificateNumber: '',
  dueOn: '',
  laboratory: '',
  calibratedOn: '',
  uncertainty: '',
  range: '',
};
const labels = {
  name: 'Name',
  serialNumber: 'Serial Number',
  certificateNumber: 'Certificate Number',
  dueOn: 'Due Date',
  laboratory: 'Laboratory',
  calibratedOn: 'Calibrated On',
  uncertainty: 'Uncertainty',
  range: 'Range',
};

function valuesOf(tester: TesterDetails) {
  const { name, serialNumber, certificateNumber, dueOn, laboratory, calibratedOn, uncertainty, range } = tester;
  const calibration = { laboratory, calibratedOn, uncertainty, range };
  return { name, serialNumber, certificateNumber, dueOn, ...calibration, revision: tester.revision };
}

function TesterInputs() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText<Body> name="name" label={labels.name} required autoComplete="off" />
      <FormText<Body> name="serialNumber" label={labels.serialNumber} required autoComplete="off" />
      <FormText<Body> name="certificateNumber" label={labels.certificateNumber} required autoComplete="off" />
      <FormText<Body>
        name="dueOn"
        type="date"
        label={labels.dueOn}
        required
        hint="The last day of its certificate. Tests made with it after this day cannot pass."
      />
      <FormText<Body> name="laboratory" label={labels.laboratory} autoComplete="off" />
      <FormText<Body>
        name="calibratedOn"
        type="date"
        label={labels.calibratedOn}
        hint="The day of this certificate's calibration. Change it with the certificate number."
      />
      <FormText<Body>
        name="uncertainty"
        label={labels.uncertainty}
        autoComplete="off"
        hint="For example: ±2 % of the reading."
      />
      <FormText<Body> name="range" label={labels.range} autoComplete="off" hint="For example: 0 to 10 mA." />
    </div>
  );
}

/** Adds a tester to the register. */
export function TesterCreateScreen() {
  const returnTo = useReturnTo();
  const create = useOnlineAction('createTester');
  return (
    <FormPage title="Create Tester" back={back}>
      <OnlineForm
        schema={createTesterBody}
        defaults={blank}
        draftKey="tester"
        cancelTo={paths.testers()}
        submitLabel="Create"
        failedText="Error creating tester."
        send={(body, idempotencyKey) => create.run({ body, idempotencyKey })}
        savedText={({ name }) => `Tester "${name}" created successfully!`}
        onSaved={({ id }) => returnTo(paths.testerEdit(id))}
      >
        <TesterInputs />
      </OnlineForm>
    </FormPage>
  );
}

/** Edits a tester, for example to add the new certificate when it returns from calibration. */
export function TesterEditScreen() {
  const { id = '' } = useParams();
  const tester = useOnlineCall('tester', { params: { id } }, { once: true });
  return (
    <FormPage
      title="Edit Tester"
      back={back}
      below={tester.data && <CertificateFile key={tester.data.certificateId} tester={tester.data} />}
    >
      <RecordLoad call={tester} failed={() => 'Failed to load the tester. Please try again.'}>
        {(record) => <EditForm key={record.id} tester={record} />}
      </RecordLoad>
    </FormPage>
  );
}

function EditForm({ tester }: { tester: TesterDetails }) {
  const returnTo = useReturnTo();
  const update = useOnlineAction('updateTester');
  const { id } = tester;
  return (
    <OnlineForm
      schema={updateTesterBody}
      defaults={valuesOf(tester)}
      edit={{ shape: recordShapes.tester, valuesOf, labels }}
      draftKey={`tester:${id}`}
      cancelTo={paths.testers()}
      otherwise="Error updating tester."
      send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
      savedText={({ name }) => `Tester "${name}" updated successfully!`}
      onSaved={() => returnTo(paths.testers())}
    >
      <TesterInputs />
    </OnlineForm>
  );
}

/** Attaches the file of the current certificate. */
function CertificateFile({ tester }: { tester: TesterDetails }) {
  const attach = useOnlineAction('addTesterFile');
  const [file, setFile] = useState(tester.file);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState<readonly File[]>([]);
  const send = async ([picked]: readonly File[]) => {
    if (!picked) return;
    setSending([picked]);
    setProblem(undefined);
    try {
      const { ref, bytes } = await preparePhoto(picked);
      const ready = new File([bytes], ref.name, { type: ref.mime });
      const saved = await attach.run({ params: { id: tester.id }, body: {}, files: { File: ready } });
      setFile(saved.file);
    } catch (error) {
      if (isOffline(error)) setProblem('You are offline. Attaching a file needs the network.');
      else
        setProblem(error instanceof FileRefused ? error.message : errorWords(error, 'The file could not be attached.'));
    } finally {
      setSending([]);
    }
  };
  return (
    <Card
      title={`Certificate ${tester.certificateNumber}`}
      actions={<ButtonLink to={paths.tester(tester.id)}>All certificates</ButtonLink>}
    >
      <div className="space-y-4">
        {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
        {file && <AttachedFiles files={[file]} />}
        <FileField
          label={file ? 'Replace the file' : 'File of the certificate'}
          hint="PDF, JPEG, PNG, WebP or HEIC, up to 10 MB."
          accept={attachedKinds}
          files={[]}
          preparing={sending}
          onFiles={(files) => void send(files)}
        />
      </div>
    </Card>
  );
}
