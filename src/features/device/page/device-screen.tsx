import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { EquipmentDetails } from '#contract/calls/device/details.ts';
import { buildDevicePage } from '#contract/pages/device.ts';
import { homePath } from '#contract/permissions.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { deviceByEarlierSerial } from '#contract/rules/earlier-serial.ts';
import { keptFiles } from '#contract/rules/missing-file.ts';
import { formatLongDay } from '#contract/rules/long-day.ts';
import { removalWords } from '#contract/rules/removal.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { backToRound } from '#ui/return-path.ts';
import { dayWords } from '#ui/engine/as-of.ts';
import { CallError, errorWords, isOffline, type WardView } from '#ui/engine/engine.ts';
import { useSession, useView } from '#ui/engine/engine-provider.tsx';
import { hospitalWords } from '#ui/work/hospital-words.ts';
import { useNow, useReplicaAsOf, useTimeZone } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { useStepBack } from '#ui/ui/kept-queries.ts';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { PrintMenu } from '#ui/ui/print-menu.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { DeviceAnswer } from './device-answer.tsx';
import { DeviceNeeds, Need, NeedsCard } from './device-needs.tsx';
import { DeviceActions, DeviceButtons } from './device-actions.tsx';
import { countFiles, DeviceDocuments, PublicDocuments } from './device-documents.tsx';
import { DeviceRounds } from './device-rounds.tsx';
import { DeviceSchedules } from './device-schedules.tsx';
import { DeviceTests, StartTest } from './device-tests.tsx';
import { EarlierSerial } from './earlier-serial.tsx';
import { gatherDevicePage } from './gather-device-page.ts';
import { SheetTabs } from './sheet-tabs.tsx';
import { useSerialOfPage } from './use-serial-of-page.ts';

/**
 * Shows the page that a label links to: from the replica for the hospital's own users, from the public call for
 * everybody else.
 */
export function DeviceScreen() {
  const serialNumber = useSerialOfPage();
  const [params] = useSearchParams();
  const session = useSession();
  const hospitalId = params.get('h') ?? undefined;
  const own = session.kind === 'signed-in' ? session.session.hospital?.id : undefined;
  const isOwn = own !== undefined && (hospitalId === undefined || hospitalId === own);
  const device = useView(
    (view) => (isOwn && view.ready ? deviceOfSerial(view, serialNumber) : undefined),
    [isOwn, serialNumber],
  );
  return (
    <>
      <meta name="robots" content="noindex" />
      {serialNumber === '' && (
        <>
          <PageHeader title="Equipment Details" />
          <Alert tone="danger">Equipment Serial Number not found in URL.</Alert>
        </>
      )}
      {serialNumber !== '' &&
        (device ? (
          <OwnDevice device={device} serialNumber={serialNumber} />
        ) : (
          <PublicDevice serialNumber={serialNumber} hospitalId={hospitalId} />
        ))}
    </>
  );
}

/** Finds a device by its serial number, or by one from before a correction. */
function deviceOfSerial(view: Pick<WardView, 'deviceBySerial' | 'all'>, serialNumber: string) {
  return view.deviceBySerial(serialNumber) ?? deviceByEarlierSerial(serialNumber, view.all('device'));
}

function OwnDevice({ device, serialNumber }: { device: DeviceRecord; serialNumber: string }) {
  const now = useNow();
  const timeZone = useTimeZone();
  const asOf = useReplicaAsOf();
  const own = useOnlineCall('deviceDocuments', { params: { id: device.id } });
  useShortAddress();
  const rounds = useOnlineCall('deviceRounds', { params: { id: device.id } });
  const facts = useView((view) => gatherDevicePage(view, device, { rounds: rounds.data }), [device, rounds.data]);
  const sheet = buildDevicePage(facts, 'staff', { now, timeZone });
  const ofTickets = facts.tickets.flatMap(({ files }) => files.filter(({ received }) => received));
  useReloadAfter(ofTickets.length + device.roundsSeen, own.reload);
  return (
    <>
      <SheetHeader
        sheet={sheet}
        asOf={asOf}
        needs={<DeviceNeeds device={device} tickets={facts.tickets} tasks={facts.tasks} />}
        actions={
          <>
            <PrintMenu items={printItems(device.id)} />
            <DeviceButtons device={device} />
          </>
        }
      />
      <EarlierSerial asked={serialNumber} present={device.serialNumber} />
      <SheetTabs
        sheet={sheet}
        completing={rounds.loading}
        actions={
          <>
            <DeviceActions device={device} tickets={facts.tickets} tasks={facts.tasks} covers={sheet.covers ?? []} />
            <StartTest device={device} />
          </>
        }
        tests={<DeviceTests deviceId={device.id} />}
        rounds={<DeviceRounds deviceId={device.id} />}
        schedules={{ count: device.plans?.length ?? 0, content: <DeviceSchedules device={device} /> }}
        documents={{
          count: keptFiles(sheet.documents).length + (own.data ? countFiles(own.data) : 0),
          content: <DeviceDocuments deviceId={device.id} own={own} reports={sheet.documents} />,
        }}
      />
    </>
  );
}

/** Removes what only told the server which page to send. */
function useShortAddress(): void {
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    if (!params.has('view')) return;
    setParams(
      (all) => {
        all.delete('view');
        return all;
      },
      { replace: true },
    );
  }, [params, setParams]);
}

/** The papers about one device. */
const printItems = (deviceId: string) => [
  { label: 'History file', to: paths.printDeviceFile(deviceId) },
  { label: 'Readings compared', to: paths.printReadings(deviceId) },
  { label: 'Condemnation form', to: paths.printCondemnation(deviceId) },
];

/** Reloads when a photo of a ticket or round reaches the server while the page is open. */
function useReloadAfter(arrived: number, reload: () => void): void {
  const known = useRef(arrived);
  useEffect(() => {
    if (known.current === arrived) return;
    known.current = arrived;
    reload();
  }, [arrived, reload]);
}

function PublicDevice({ serialNumber, hospitalId }: { serialNumber: string; hospitalId: string | undefined }) {
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

/** Leads people without an account to the page on which they report a fault; it is no screen of the app. */
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

interface SheetHeaderProps {
  sheet: EquipmentDetails;
  asOf?: string | undefined;
  /** What needs doing, shown before everything else. */
  needs: React.ReactNode;
  actions?: React.ReactNode;
}

function SheetHeader({ sheet, asOf, needs, actions }: SheetHeaderProps) {
  const state = useSession();
  const user = state.kind === 'signed-in' ? state.session : undefined;
  const stepBack = useStepBack(
    user?.hospital
      ? { to: paths.devices(), label: 'Installation Base' }
      : { to: user ? homePath(user.userRole) : '', label: 'Dashboard' },
  );
  const [params] = useSearchParams();
  const back = user && (backToRound(params) ?? stepBack);
  useRecordTitle(`${sheet.equipmentName} ${sheet.serialNumber}`);
  const what = [sheet.make, sheet.model].filter(Boolean).join(' ');
  const place = [sheet.departmentName, sheet.location].filter(Boolean).join(' · ');
  return (
    <>
      <PageHeader
        title={sheet.equipmentName}
        asOf={asOf}
        {...(back && { back })}
        subtitle={
          <>
            {what !== '' && <span className="basis-full wrap-anywhere text-ink">{what}</span>}
            <span className="font-mono wrap-anywhere">{sheet.serialNumber}</span>
            {place !== '' && <span className="wrap-anywhere">{place}</span>}
          </>
        }
      />
      {needs}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <DeviceAnswer sheet={sheet} />
        {actions && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">{actions}</div>}
      </div>
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
