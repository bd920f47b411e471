import { useParams, useSearchParams } from 'react-router-dom';
import type { TesterCertificates } from '#contract/calls/tester.ts';
import { formatShortDay, formatSlashDay } from '#contract/rules/dates-format.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { calibratedWords, rangeWords } from '#contract/pages/papers/testers.ts';
import { isInDate } from '#contract/rules/test-result.ts';
import { AttachedFiles } from '#ui/work/attached-files.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useAsOf, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { paths } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';

const back = { to: paths.testers(), label: 'Testers' };

/**
 * Shows a tester with all its certificates and their files; a link from a test highlights the certificate that was
 * valid for it.
 */
export function TesterScreen() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const call = useOnlineCall('testerCertificates', { params: { id } });
  const tester = call.data;
  useRecordTitle(tester && `${tester.name} ${tester.serialNumber}`);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={tester?.name ?? 'Tester'}
        back={back}
        asOf={useAsOf(call.asOf)}
        subtitle={tester && <span className="font-mono wrap-anywhere">{tester.serialNumber}</span>}
        actions={
          tester &&
          !tester.isDeleted && (
            <ButtonLink to={paths.testerEdit(id)} icon="edit">
              Edit
            </ButtonLink>
          )
        }
      />
      <div className="space-y-5">
        {tester?.isDeleted && <Alert tone="info">This tester was deleted. Its certificates stay.</Alert>}
        <RecordLoad call={call} failed={() => 'Failed to load the tester. Please try again.'}>
          {({ certificates }) => (
            <Card title="Certificates" flush>
              <ul>
                {certificates.map((one) => (
                  <CertificateLine key={one.id} certificate={one} isOfTest={one.id === params.get('certificate')} />
                ))}
              </ul>
            </Card>
          )}
        </RecordLoad>
      </div>
    </div>
  );
}

interface CertificateLineProps {
  certificate: TesterCertificates['certificates'][number];
  /** The test that linked to this page used this certificate. */
  isOfTest: boolean;
}

function CertificateLine({ certificate, isOfTest }: CertificateLineProps) {
  const today = useToday();
  const timeZone = useTimeZone();
  const { number, dueOn, addedAt, isInForce, file } = certificate;
  const details = [calibratedWords(certificate), rangeWords(certificate)].filter(Boolean).join(' · ');
  return (
    <li className="border-b border-line last:border-0">
      <div className="space-y-1 px-4 py-3 sm:px-5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">Certificate {number}</span>
          {isInForce && isInDate(certificate, today) && <Badge tone="ok">in force</Badge>}
          {isInForce && !isInDate(certificate, today) && (
            <Badge tone="danger">out of date since {formatSlashDay(dueOn)}</Badge>
          )}
          {isOfTest && <Badge tone="info">used for this test</Badge>}
        </p>
        <p className="text-sm text-muted">
          Due on {formatShortDay(dueOn)} · added on {formatShortDay(hospitalDay(new Date(addedAt), timeZone))}
          {file === null && ' · no file attached'}
        </p>
        {details !== '' && <p className="text-sm wrap-anywhere">{details}</p>}
      </div>
      {file && <AttachedFiles files={[file]} />}
    </li>
  );
}
