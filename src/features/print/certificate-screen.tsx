import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import type { Certificate } from '#contract/calls/test/record.ts';
import { buildCertificate } from '#contract/pages/certificate.ts';
import type { ProcedureRecord, TestRecord } from '#contract/records/test.ts';
import { isOpenTask } from '#contract/rules/task-status.ts';
import { certificatePaper } from '#contract/pages/papers/certificate.ts';
import { AttachedFiles } from '#ui/work/attached-files.tsx';
import { ResultBadge } from '#ui/work/result-badge.tsx';
import { WaitingBadge } from '#ui/work/status-badges.tsx';
import type { WardView } from '#ui/engine/engine.ts';
import { LoadProblem } from '#ui/engine/load-problem.tsx';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { PaperFrame } from './paper-frame.tsx';

/**
 * Builds the certificate if this tablet has the device and the procedure's version, which may be an earlier one loaded
 * from the server.
 */
function certificateHere(
  view: WardView,
  id: string,
  given: Pick<ProcedureRecord, 'version' | 'steps'> | undefined,
): Certificate | undefined {
  const test = view.get('test', id);
  const present = test && view.get('procedure', test.procedureId);
  const procedure = [present, given].find((one) => one?.version === test?.version);
  const device = test && view.get('device', test.deviceId);
  if (!test || !device || !procedure) return undefined;
  const corrections = view.all('test').filter(({ correctsId }) => correctsId === id);
  const [latest] = corrections.toSorted((a, b) => Date.parse(b.testedAt) - Date.parse(a.testedAt));
  return buildCertificate({ test, steps: procedure.steps, device, correctedBy: latest?.id ?? null });
}

function openTaskOf(view: WardView, test: TestRecord | undefined): string {
  const task = view.get('task', test?.taskId ?? '');
  return task && isOpenTask(task) ? task.id : '';
}

/** Shows the certificate of one test; works without network if this tablet has its data. */
export function CertificateScreen() {
  const { id = '' } = useParams();
  const test = useView((view) => view.get('test', id), [id]);
  const isWaiting = useView((view) => view.isPending('test', id), [id]);
  const hasVersion = useView(
    (view) => test !== undefined && view.get('procedure', test.procedureId)?.version === test.version,
    [test],
  );
  // The server does not have a test that waits to be sent, but it has the procedure's version, which the correction has
  // loaded before.
  const version = useOnlineCall(
    'procedureVersion',
    { params: { id: test?.procedureId ?? '' }, query: { version: test?.version ?? 1 } },
    { enabled: isWaiting && !hasVersion },
  );
  const here = useView((view) => certificateHere(view, id, version.data), [id, version.data]);
  // While the task is open, the correction counts as its test, and closes it or keeps it open.
  const openTask = useView((view) => openTaskOf(view, test), [test]);
  const call = useOnlineCall('testRecord', { params: { id } }, { enabled: here === undefined });
  const page = here ?? call.data;
  const paper = useMemo(() => page && certificatePaper(page, { isWaiting }), [page, isWaiting]);
  const back = page
    ? { to: paths.device(page.device.serialNumber), label: page.device.serialNumber }
    : { to: paths.devices(), label: 'Installation Base' };
  return (
    <PaperFrame
      title="Test certificate"
      back={back}
      record={page && `${page.device.equipmentName} ${page.device.serialNumber}`}
      paper={paper}
      isRefused={call.error !== null && page === undefined}
    >
      {call.error && !page && (
        <LoadProblem
          call={call}
          offline="You are offline, and this tablet does not have this test."
          failed="Failed to load the certificate."
        />
      )}
      {page && (
        <p className="flex flex-wrap items-center gap-3">
          <ResultBadge result={page.result} />
          {isWaiting && <WaitingBadge />}
          {test && page.correctedBy === null && (
            <ButtonLink
              icon="edit"
              to={withQuery(paths.test(page.device.id, test.procedureId), { corrects: page.id, task: openTask })}
            >
              Correct this test
            </ButtonLink>
          )}
          {test && page.correctedBy === null && (
            <ButtonLink
              icon="qr"
              to={withQuery(paths.qrPrint(), {
                labels: 'test',
                device: page.device.id,
                search: page.device.serialNumber,
              })}
            >
              Print label
            </ButtonLink>
          )}
          {page.ticketId !== null && <ButtonLink to={paths.ticket(page.ticketId)}>Ticket</ButtonLink>}
          {page.correctsId !== null && <ButtonLink to={paths.certificate(page.correctsId)}>Corrected test</ButtonLink>}
          {page.testers.map(({ testerId, certificateId, name, certificateNumber }) => (
            <ButtonLink key={testerId} to={withQuery(paths.tester(testerId), { certificate: certificateId })}>
              {name}: {certificateNumber}
            </ButtonLink>
          ))}
        </p>
      )}
      {page?.correctedBy && (
        <Alert tone="warn" action={<ButtonLink to={paths.certificate(page.correctedBy)}>Correction</ButtonLink>}>
          A later test corrects this one. This one no longer counts.
        </Alert>
      )}
      {page && <Photos page={page} />}
    </PaperFrame>
  );
}

function Photos({ page }: { page: Certificate }) {
  const photos = page.steps.flatMap((step) => step.photos);
  if (photos.length === 0) return null;
  return (
    <Card title="Photos" flush>
      <AttachedFiles files={photos} />
    </Card>
  );
}
