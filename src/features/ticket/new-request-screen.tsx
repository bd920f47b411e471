import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type * as z from 'zod/mini';
import { reportTicketBody } from '#contract/calls/ticket/report.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { paths } from '#ui/paths.ts';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { useFileDraft } from '#ui/forms/drafts/file-draft.ts';
import { handedDrafts } from '#ui/forms/drafts/handed-files.ts';
import { useFirstLoad } from '#ui/engine/first-load.ts';
import { RecordForm } from '#ui/forms/record-form.tsx';
import { backToRound, returnPath } from '#ui/return-path.ts';
import { useCorrection } from '#ui/forms/offline/use-correction.ts';
import { useFormWrite } from '#ui/forms/offline/use-form-write.ts';
import { useReplicaAsOf, useToday } from '#ui/engine/use-now.ts';
import { toldOf } from '#ui/engine/use-write.ts';
import { WriteNotice } from '#ui/forms/offline/write-notice.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { mostPhotos, RequestFields } from './request-fields.tsx';

/**
 * Reports a breakdown, with or without network; `?serial=`, `?problem=` and the photos of a round's row fill in the
 * form, and `?return=` is the screen to return to.
 */
export function NewRequestScreen() {
  const [params] = useSearchParams();
  const serial = params.get('serial') ?? '';
  const asOf = useReplicaAsOf();
  const ready = useView((view) => view.ready);
  const load = useFirstLoad();
  const device = useView((view) => (serial === '' ? undefined : view.deviceBySerial(serial)), [serial]);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="New Service Request"
        asOf={asOf}
        back={backToRound(params) ?? { to: paths.tickets(), label: 'Back to List' }}
      />
      {ready ? (
        <>
          {serial !== '' && !device && (
            <div className="mb-4">
              <Alert tone="warn">
                The serial number {serial} is not known on this tablet. Choose the device below.
              </Alert>
            </div>
          )}
          <RequestForm key={serial} device={device} problem={params.get('problem') ?? ''} />
        </>
      ) : load.error ? (
        <Alert tone="danger" action={<Button onClick={load.reload}>Try again</Button>}>
          Failed to load initial form data.
        </Alert>
      ) : (
        <Card>
          <SkeletonRows rows={5} columns={2} />
        </Card>
      )}
    </div>
  );
}

function RequestForm({ device, problem }: { device: DeviceRecord | undefined; problem: string }) {
  const returnTo = useReturnTo();
  const toast = useToast();
  const [params] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const { userName } = useSignedIn();
  const correction = useCorrection('reportTicket');
  const today = useToday();
  const goal = returnPath(params) ?? paths.tickets();
  const draftKey = correction ? `breakdown-correction:${correction.id}` : `breakdown:${device?.serialNumber ?? ''}`;
  const corrected = reportTicketBody.safeParse(correction?.body).data;
  const files = useFileDraft(draftKey, { most: mostPhotos, from: corrected?.files, handed: handedDrafts(state) });
  const write = useFormWrite('reportTicket', {
    draftKey,
    files,
    replaces: correction?.id,
    received: 'Breakdown request submitted successfully!',
    refused: (message) => `Failed to submit the request. Please try again. ${message}`,
  });
  const [defaults] = useState(() => ({
    installationBaseId: device?.id ?? '',
    serialNumber: device?.serialNumber ?? '',
    problemReported: problem,
    technicianId: '',
    reportedBy: userName,
    reportedDate: today,
    anyPatientHarm: 'No' as const,
    harmDescription: '',
    machineStatus: 'System Down' as const,
    ...(corrected && asFormValues(corrected)),
  }));
  return (
    <Card>
      <RecordForm
        schema={reportTicketBody}
        defaults={defaults}
        draftKey={draftKey}
        cancelTo={goal}
        disabledWhileInvalid
        onSubmit={async (request) => {
          const outcome = await write.submit({
            ...request,
            technicianId: request.technicianId || null,
            harmDescription: request.anyPatientHarm ? request.harmDescription : '',
          });
          toast(toldOf(outcome.kind, 'Breakdown request submitted successfully!'));
          await returnTo(
            goal,
            outcome.id === undefined ? undefined : { id: outcome.id, name: request.serialNumber ?? '' },
          );
        }}
      >
        <RequestFields files={files} isSent={write.state !== 'idle' && write.state !== 'refused'} />
        {write.isHeld && <WriteNotice write={write} refusalShown />}
      </RecordForm>
    </Card>
  );
}

/** Returns form values from a refused request. */
function asFormValues(request: z.output<typeof reportTicketBody>) {
  return {
    ...request,
    technicianId: request.technicianId ?? '',
    reportedDate: request.reportedDate.slice(0, 10),
    anyPatientHarm: request.anyPatientHarm ? ('Yes' as const) : ('No' as const),
  };
}
