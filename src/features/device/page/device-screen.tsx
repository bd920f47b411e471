import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { buildDevicePage } from '#contract/pages/device.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { deviceByEarlierSerial } from '#contract/rules/earlier-serial.ts';
import { keptFiles } from '#contract/rules/missing-file.ts';
import type { WardView } from '#ui/engine/engine.ts';
import { useSession, useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useReplicaAsOf, useTimeZone } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { PrintMenu } from '#ui/ui/print-menu.tsx';
import { DeviceNeeds } from './device-needs.tsx';
import { DeviceActions, DeviceButtons } from './device-actions.tsx';
import { countFiles, DeviceDocuments } from './device-documents.tsx';
import { DevicePhoto } from './device-photo.tsx';
import { DeviceRounds } from './device-rounds.tsx';
import { DeviceSchedules } from './device-schedules.tsx';
import { DeviceTests, StartTest } from './device-tests.tsx';
import { EarlierSerial } from './earlier-serial.tsx';
import { gatherDevicePage } from './gather-device-page.ts';
import { PublicDevice } from './public-device.tsx';
import { printItems, SheetHeader } from './sheet-header.tsx';
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
        photo={own.data?.headerPhoto && <DevicePhoto photo={own.data.headerPhoto} />}
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

/** Reloads when a photo of a ticket or round reaches the server while the page is open. */
function useReloadAfter(arrived: number, reload: () => void): void {
  const known = useRef(arrived);
  useEffect(() => {
    if (known.current === arrived) return;
    known.current = arrived;
    reload();
  }, [arrived, reload]);
}
