import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { testRecordBody } from '#contract/calls/test/body.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { LoadProblem } from '#ui/engine/load-problem.tsx';
import { useEngine, useView } from '#ui/engine/engine-provider.tsx';
import { ReplicaRecord } from '#ui/engine/replica-record.tsx';
import { useReplicaAsOf } from '#ui/engine/use-now.ts';
import { useCorrection } from '#ui/forms/offline/use-correction.ts';
import { paths } from '#ui/paths.ts';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { FillForm, type FillFormProps } from './fill-form.tsx';
import { MissingLimits } from './missing-limits.tsx';
import { blankDraft, draftFrom } from '../../work/test-draft.ts';
import { type Beginning, useBeginning } from './use-beginning.ts';

const title = 'Test';

/** Tests a device by a procedure: opened from the device's page, from closing a task, or to correct another test. */
export function TestScreen() {
  const { deviceId = '', procedureId = '' } = useParams();
  const [params] = useSearchParams();
  const about = [deviceId, procedureId, params.get('task'), params.get('corrects')].join(' ');
  const device = useView((view) => view.get('device', deviceId), [deviceId]);
  const back = device
    ? { to: paths.device(device.serialNumber), label: device.serialNumber }
    : { to: paths.devices(), label: 'Installation Base' };
  return (
    <ReplicaRecord
      record={device}
      title={title}
      back={back}
      icon="rounds"
      gone="Equipment not found."
      goneHint="It may have been deleted, or this tablet has not downloaded it yet."
      failed="Failed to load the test."
    >
      {(found) => <Page key={about} device={found} procedureId={procedureId} back={back} />}
    </ReplicaRecord>
  );
}

interface PageProps {
  device: DeviceRecord;
  procedureId: string;
  /** Link to the device's page. */
  back: { to: string; label: string };
}

function Page({ device, procedureId, back: toDevice }: PageProps) {
  const engine = useEngine();
  const asOf = useReplicaAsOf();
  const procedure = useView((view) => view.get('procedure', procedureId), [procedureId]);
  const [params] = useSearchParams();
  const correction = useCorrection('submitTestRecord');
  const refused = testRecordBody.safeParse(correction?.body).data;
  const taskId = refused?.taskId ?? params.get('task');
  const correctsId = refused?.correctsId ?? params.get('corrects');
  const [saved] = useState(() => refused ?? engine.view().get('test', correctsId ?? ''));
  const draftKey = correction
    ? `test-correction:${correction.id}`
    : `test:${device.id}:${procedureId}:${taskId ?? ''}:${correctsId ?? ''}`;
  const start = useBeginning({ procedureId, procedure, version: saved?.version, draftKey });
  const { beginning } = start;
  useRecordTitle(`${device.equipmentName} ${device.serialNumber}`);
  const back = taskId === null ? toDevice : { to: paths.maintenanceClose(taskId), label: 'Outstanding Task Report' };
  if (beginning === undefined && !start.loading && start.error === null) {
    return (
      <ReplicaRecord
        record={undefined}
        title={title}
        back={back}
        icon="rounds"
        gone="Procedure not found."
        goneHint="It may have been deleted, or this tablet has not downloaded it yet. A new test needs another procedure."
        failed="Failed to load the test."
      >
        {() => null}
      </ReplicaRecord>
    );
  }
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={beginning?.name || title}
        back={back}
        asOf={asOf}
        subtitle={
          <>
            <span>
              {device.equipmentName}, {device.modelName}
            </span>
            <span className="font-mono wrap-anywhere">{device.serialNumber}</span>
          </>
        }
      />
      {beginning ? (
        <MissingLimits
          steps={beginning.steps}
          procedureId={procedureId}
          draftKey={draftKey}
          isCorrection={saved !== undefined}
        >
          <Begun
            beginning={beginning}
            saved={saved}
            procedure={procedure}
            device={device}
            target={{ deviceId: device.id, procedureId, taskId, correctsId, vendorId: refused?.vendorId }}
            draftKey={draftKey}
            replaces={correction?.id}
          />
        </MissingLimits>
      ) : start.error ? (
        <LoadProblem
          call={start}
          offline={`You are offline. This test was made with version ${saved?.version}, which is not on this tablet.`}
          failed="Failed to load the test."
        />
      ) : (
        <SkeletonRows rows={6} columns={1} />
      )}
    </div>
  );
}

interface BegunProps extends Omit<FillFormProps, 'initial'> {
  beginning: Beginning;
  /** The refused or corrected test that the form starts from. */
  saved: Parameters<typeof draftFrom>[1] | undefined;
}

function Begun({ beginning, saved, ...form }: BegunProps) {
  // A form starts from the data at hand when it opens, and ignores later changes.
  const [initial] = useState(() => {
    const blank = blankDraft(beginning, crypto.randomUUID());
    return saved ? draftFrom(blank, saved) : blank;
  });
  return <FillForm {...form} initial={initial} />;
}
