import { formatLongDay } from '#contract/rules/long-day.ts';
import { removalWords } from '#contract/rules/removal.ts';
import type { EquipmentDetails } from '#contract/calls/device/details.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { dayWords } from '#ui/engine/as-of.ts';
import { CallError, errorWords, isOffline } from '#ui/engine/engine.ts';
import { hospitalWords } from '#ui/work/hospital-words.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { PrintMenu } from '#ui/ui/print-menu.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { Need, NeedsCard } from './device-needs.tsx';
import { PublicDocuments } from './device-documents.tsx';
import { DeviceRounds } from './device-rounds.tsx';
import { EarlierSerial } from './earlier-serial.tsx';
import { printItems, SheetHeader } from './sheet-header.tsx';
import { SheetTabs } from './sheet-tabs.tsx';

/** Shows a device that this tablet does not hold, from the public call: to visitors without names and typed text. */
export function PublicDevice({ serialNumber, hospitalId }: { serialNumber: string; hospitalId: string | undefined }) {
  const answer = useOnlineCall('deviceDetails', {
    params: { serialNumber },
    query: hospitalId === undefined ? {} : { h: hospitalId },
  });
  if (answer.error) {
    return (
      <>
        <PageHeader title={serialNumber} />
        <Alert tone="danger" action={<Button onClick={answer.reload}>Try again</Button>}>
          {publicProblem(answer.error, serialNumber)}
        </Alert>
      </>
    );
  }
  if (!answer.data) {
    return (
      <>
        <PageHeader title={serialNumber} />
        <Card>
          <SkeletonRows rows={5} columns={3} label="Loading Equipment Details..." />
        </Card>
      </>
    );
  }
  if ('hospitals' in answer.data)
    return <HospitalChoice serialNumber={serialNumber} hospitals={answer.data.hospitals} />;
  return (
    <>
      <SheetHeader
        sheet={answer.data}
        needs={<OpenBreakdowns rows={answer.data.serviceHistory} />}
        actions={
          answer.data.deviceId === undefined ? (
            <ReportLink serialNumber={serialNumber} hospitalId={hospitalId} />
          ) : (
            <PrintMenu items={printItems(answer.data.deviceId)} />
          )
        }
      />
      <EarlierSerial asked={serialNumber} present={answer.data.serialNumber} />
      {answer.data.retiredOn !== undefined && (
        <div className="mb-4">
          <Alert tone="warn">
            This device was deleted on {formatLongDay(answer.data.retiredOn)}
            {answer.data.removalReason && ` (${removalWords[answer.data.removalReason].toLowerCase()})`}. Its history
            stays readable.
          </Alert>
        </div>
      )}
      <SheetTabs
        sheet={answer.data}
        rounds={answer.data.deviceId !== undefined && <DeviceRounds deviceId={answer.data.deviceId} />}
        documents={{
          count: answer.data.documents.length,
          content: <PublicDocuments documents={answer.data.documents} />,
        }}
      />
    </>
  );
}

/** Takes people without an account to the page for reporting a fault, which is not a screen of the app. */
function ReportLink({ serialNumber, hospitalId }: { serialNumber: string; hospitalId: string | undefined }) {
  return (
    <a
      href={withQuery(paths.device(serialNumber), {
        ...(hospitalId !== undefined && { h: hospitalId }),
        report: 'yes',
      })}
      className="inline-flex min-h-target items-center rounded-control bg-primary px-4 font-semibold text-on-primary"
    >
      Report a fault
    </a>
  );
}

function publicProblem(error: Error, serialNumber: string): string {
  if (isOffline(error)) {
    return `Failed to load equipment details. ${serialNumber} is not known on this tablet, and there is no connection to look it up.`;
  }
  if (error instanceof CallError && error.problem?.status === 404) {
    return `Failed to load equipment details. There is no device with serial number ${serialNumber}.`;
  }
  return `Failed to load equipment details. ${errorWords(error, 'Failed to fetch equipmentdetails data.')}`;
}

interface HospitalChoiceProps {
  serialNumber: string;
  hospitals: readonly { id: string; name: string; city: string }[];
}

/** Lets the user choose when a serial number exists in two hospitals. Source: docs/product.md P29. */
function HospitalChoice({ serialNumber, hospitals }: HospitalChoiceProps) {
  return (
    <>
      <PageHeader title={serialNumber} />
      <Card>
        <EmptyState icon="building" title="This serial number exists in several hospitals.">
          Choose the hospital of the device in front of you.
        </EmptyState>
        <ul className="mx-auto grid max-w-md gap-3 pb-6">
          {hospitals.map(({ id, name, city }) => (
            <li key={id}>
              <ButtonLink wide icon="building" to={withQuery(paths.device(serialNumber), { h: id })}>
                {hospitalWords({ name, city })}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

/** Shows a visitor the breakdowns that are not resolved, without names and typed text. */
function OpenBreakdowns({ rows }: { rows: EquipmentDetails['serviceHistory'] }) {
  const open = rows.filter(({ status }) => status !== 'Resolved');
  if (open.length === 0) return null;
  return (
    <NeedsCard>
      {open.map(({ dateReported, issue, status }) => (
        <Need key={`${dateReported} ${issue}`}>
          <Badge tone={status === 'Open' ? 'danger' : 'warn'}>{status}</Badge>
          <span>
            <span className="font-semibold">{issue}</span>, reported {dayWords(dateReported)}
          </span>
        </Need>
      ))}
    </NeedsCard>
  );
}
