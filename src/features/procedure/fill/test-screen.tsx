import { useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { testRecordBody } from '#contract/calls/test-body.ts';
import type { DeviceRecord } from '#contract/replica.ts';
import type { ProcedureRecord } from '#contract/test-records.ts';
import { useEngine, useView } from '#ui/engine/engine-provider.tsx';
import { ReplicaRecord } from '#ui/engine/replica-record.tsx';
import { useReplicaAsOf } from '#ui/engine/use-now.ts';
import { useCorrection } from '#ui/forms/offline/use-correction.ts';
import { paths } from '#ui/paths.ts';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { FillForm } from './fill-form.tsx';
import { blankDraft, draftFrom, type TestTarget } from './test-draft.ts';

const title = 'Test';

/** The test of a device by a procedure: from its page, from the close of a task, or as the correction of another one. */
export function TestScreen() {
  const { deviceId = '', procedureId = '' } = useParams();
  const device = useView((view) => view.get('device', deviceId), [deviceId]);
  const procedure = useView((view) => view.get('procedure', procedureId), [procedureId]);
  const back = device
    ? { to: paths.device(device.serialNumber), label: device.serialNumber }
    : { to: paths.devices(), label: 'Installation Base' };
  return (
    <ReplicaRecord
      record={device && procedure ? { device, procedure } : undefined}
      title={title}
      back={back}
      icon="rounds"
      gone="This device or procedure is not here."
      goneHint="It was deleted, or it has not reached this device yet."
      failed="Failed to load the test."
    >
      {(found) => <Page key={`${deviceId} ${procedureId}`} {...found} />}
    </ReplicaRecord>
  );
}

function Page({ device, procedure }: { device: DeviceRecord; procedure: ProcedureRecord }) {
  const engine = useEngine();
  const asOf = useReplicaAsOf();
  const [params] = useSearchParams();
  const correction = useCorrection('submitTestRecord');
  const refused = testRecordBody.safeParse(correction?.body).data;
  const taskId = refused?.taskId ?? params.get('task');
  const correctsId = refused?.correctsId ?? params.get('corrects');
  const [ticketId] = useState(() => crypto.randomUUID());
  const initial = useMemo(() => {
    const blank = blankDraft(procedure, ticketId);
    const saved = refused ?? engine.view().get('test', correctsId ?? '');
    return saved ? draftFrom(blank, saved) : blank;
    // oxlint-disable-next-line react/exhaustive-deps -- a form begins once, from what was there then
  }, []);
  const target: TestTarget = { deviceId: device.id, procedureId: procedure.id, taskId, correctsId };
  const draftKey = correction
    ? `test-correction:${correction.id}`
    : `test:${device.id}:${procedure.id}:${taskId ?? ''}:${correctsId ?? ''}`;
  const back =
    taskId === null
      ? { to: paths.device(device.serialNumber), label: device.serialNumber }
      : { to: paths.maintenanceClose(taskId), label: 'Outstanding Task Report' };
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={procedure.name}
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
      <FillForm
        procedure={procedure}
        device={device}
        target={target}
        draftKey={draftKey}
        initial={initial}
        replaces={correction?.id}
      />
    </div>
  );
}
