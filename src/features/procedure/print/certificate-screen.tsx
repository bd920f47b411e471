import { useParams } from 'react-router-dom';
import type { Certificate } from '#contract/calls/test-record.ts';
import { buildCertificate } from '#contract/pages/certificate.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { quantity } from '#contract/rules/procedure.ts';
import { AttachedFiles } from '#ui/care/attached-files.tsx';
import { ResultBadge } from '#ui/care/result-badge.tsx';
import { errorWords, isOffline, type WardView } from '#ui/engine/engine.ts';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { useMomentText } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import './certificate.css';

/** The certificate as far as this tablet can make it: it needs the version of the procedure and the device. */
function certificateHere(view: WardView, id: string): Certificate | undefined {
  const test = view.get('test', id);
  const procedure = test && view.get('procedure', test.procedureId);
  const device = test && view.get('device', test.deviceId);
  if (!test || !device || procedure?.version !== test.version) return undefined;
  const correction = view.all('test').find(({ correctsId }) => correctsId === id);
  return buildCertificate({ test, steps: procedure.steps, device, correctedBy: correction?.id ?? null });
}

/** The certificate of one test, on the screen and on paper; without network where its data is on this tablet. */
export function CertificateScreen() {
  const { id = '' } = useParams();
  const here = useView((view) => certificateHere(view, id), [id]);
  const procedureId = useView((view) => view.get('test', id)?.procedureId, [id]);
  const call = useOnlineCall('testRecord', { params: { id } }, { enabled: here === undefined });
  const page = here ?? call.data;
  const back = page
    ? { to: paths.device(page.device.serialNumber), label: page.device.serialNumber }
    : { to: paths.devices(), label: 'Installation Base' };
  return (
    <div className="mx-auto max-w-4xl">
      <div className="print:hidden">
        <PageHeader
          title="Test certificate"
          back={back}
          actions={
            page && (
              <>
                {procedureId !== undefined && page.correctedBy === null && (
                  <ButtonLink
                    icon="edit"
                    to={withQuery(paths.test(page.device.id, procedureId), { corrects: page.id })}
                  >
                    Correct
                  </ButtonLink>
                )}
                <Button variant="primary" icon="print" onClick={() => window.print()}>
                  Print
                </Button>
              </>
            )
          }
        />
      </div>
      {page ? (
        <CertificateSheet page={page} />
      ) : call.error ? (
        <Alert
          tone={isOffline(call.error) ? 'info' : 'danger'}
          action={<Button onClick={call.reload}>Try again</Button>}
        >
          {isOffline(call.error)
            ? 'You are offline, and this test is not on this device.'
            : errorWords(call.error, 'Failed to load the certificate.')}
        </Alert>
      ) : (
        <Card>
          <SkeletonRows rows={8} columns={3} />
        </Card>
      )}
    </div>
  );
}

function CertificateSheet({ page }: { page: Certificate }) {
  const { hospital } = useSignedIn();
  const moment = useMomentText();
  const { device } = page;
  const facts: readonly (readonly [string, string])[] = [
    ['Device', device.equipmentName],
    ['Serial number', device.serialNumber],
    ['Make and model', `${device.makeName} ${device.modelName}`],
    ['Place', [device.departmentName, device.location].filter(Boolean).join(', ') || '—'],
    ['Procedure', `${page.procedureName}, version ${page.version}`],
    ['Tested', `${formatSlashDay(page.testedOn)} by ${page.by}`],
    ['Surroundings', surroundings(page)],
    ['Next due', page.nextDueOn === null ? '—' : formatSlashDay(page.nextDueOn)],
  ];
  const photos = page.steps.flatMap((step) => step.photos);
  return (
    <Card className="certificate">
      <div className="space-y-5">
        <header className="flex flex-wrap items-start justify-between gap-4">
          <div>
            <p className="text-muted">{hospital?.name}</p>
            <h2 className="text-xl font-bold">Test certificate</h2>
            <p className="font-mono text-sm text-muted wrap-anywhere">{page.id}</p>
          </div>
          <div className="text-lg">
            <ResultBadge result={page.result} />
          </div>
        </header>
        {page.correctedBy !== null && (
          <Alert tone="warn" action={<ButtonLink to={paths.certificate(page.correctedBy)}>Correction</ButtonLink>}>
            This record was corrected by a later one and does not count any more.
          </Alert>
        )}
        {page.correctsId !== null && (
          <p>
            Corrects the record{' '}
            <ButtonLink to={paths.certificate(page.correctsId)}>{page.correctsId.slice(0, 8)}</ButtonLink>
          </p>
        )}
        <dl className="grid grid-cols-1 gap-x-6 gap-y-1.5 sm:grid-cols-2 print:grid-cols-2">
          {facts.map(([name, value]) => (
            <div key={name} className="flex gap-2">
              <dt className="w-32 shrink-0 text-muted">{name}</dt>
              <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        {(page.limitation !== '' || page.findings.length > 0) && (
          <div>
            {page.limitation !== '' && (
              <p>
                <strong>Limitation:</strong> {page.limitation}
              </p>
            )}
            <ul className="list-disc pl-5">
              {page.findings.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
        )}
        <StepTable steps={page.steps} />
        <section aria-label="Testers">
          <h3 className="font-bold">Testers</h3>
          {page.testers.length === 0 ? (
            <p className="text-muted">None</p>
          ) : (
            <ul>
              {page.testers.map((tester) => (
                <li key={tester.testerId}>
                  {tester.name}, serial number <span className="font-mono">{tester.serialNumber}</span>, certificate{' '}
                  {tester.certificateNumber}, due {formatSlashDay(tester.dueOn)}
                  {tester.dueOn < page.testedOn && <strong> (out of date on the day of the test)</strong>}
                </li>
              ))}
            </ul>
          )}
        </section>
        {page.remarks !== '' && (
          <p className="whitespace-pre-wrap">
            <strong>Remarks:</strong> {page.remarks}
          </p>
        )}
        {photos.length > 0 && (
          <section aria-label="Photos" className="print:hidden">
            <h3 className="font-bold">Photos</h3>
            <AttachedFiles files={photos} />
          </section>
        )}
        <footer className="certificate-sign grid grid-cols-2 gap-8 pt-8">
          {['Tested by', 'Checked by'].map((who) => (
            <p key={who} className="border-t border-line-strong pt-1 text-sm text-muted">
              {who}
              {who === 'Tested by' && `: ${page.by}, ${moment(page.testedAt)}`}
            </p>
          ))}
        </footer>
      </div>
    </Card>
  );
}

function surroundings({ temperature, humidity }: Certificate): string {
  const parts = [
    temperature === null ? '' : quantity(temperature, '°C'),
    humidity === null ? '' : `${quantity(humidity, '%')} humidity`,
  ];
  return parts.filter(Boolean).join(', ') || '—';
}

const lookWords = { ok: 'OK', 'not-ok': 'Not OK', na: 'Not applicable' } as const;

function StepTable({ steps }: { steps: Certificate['steps'] }) {
  const cell = 'border border-line px-2 py-1 text-left align-top wrap-anywhere';
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">Steps</caption>
        <thead>
          <tr>
            {['Step', 'Limits', 'As found', 'As left', 'Verdict'].map((head) => (
              <th key={head} scope="col" className={`${cell} bg-sunken font-semibold`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the steps of a certificate never change
            <tr key={at}>
              <td className={cell}>
                {at + 1}. {step.title}
                {step.method !== '' && <span className="block text-muted">{step.method}</span>}
                {step.text !== '' && <span className="block">{step.text}</span>}
              </td>
              <td className={cell}>
                {step.limits}
                {step.source !== '' && <span className="block text-muted">{step.source}</span>}
                {!step.isConfirmed && <span className="block">not confirmed</span>}
              </td>
              <td className={`${cell} tabular-nums`}>{step.found === null ? '' : quantity(step.found, step.unit)}</td>
              <td className={`${cell} tabular-nums`}>{step.left === null ? '' : quantity(step.left, step.unit)}</td>
              <td className={cell}>{verdictOf(step)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function verdictOf({ kind, look, found, left, problem, photos, text }: Certificate['steps'][number]): string {
  if (kind === 'look') return look === null ? 'not done' : lookWords[look];
  if (kind === 'photo') return photos.length === 0 ? '—' : photos.length === 1 ? '1 photo' : `${photos.length} photos`;
  if (kind === 'text') return text === '' ? '—' : 'noted';
  if (found === null && left === null) return 'not done';
  return problem === '' ? 'within the limits' : problem;
}
