import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Scan } from '#contract/rules/qr-link.ts';
import { takeSharedPicture } from '#sync/page.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { useSyncStatus, useView } from '#ui/engine/engine-provider.tsx';
import { returnPath } from '#ui/return-path.ts';
import { CameraView } from '#ui/scanner/camera-view.tsx';
import { scanProblem, useDeviceOfScan } from '#ui/scanner/device-of-scan.ts';
import { ScanFields, ScanProblem } from '#ui/scanner/scan-fields.tsx';
import { type ScanAnswer, useScanInput } from '#ui/scanner/use-scan-input.ts';
import { Card } from '#ui/ui/card.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { UnknownLabel } from './unknown-label.tsx';

/**
 * Finds the device for a label, by camera, hand scanner, picture or typed serial; `?return=` passes the serial back to
 * a form, `?shared=` reads a picture shared by another app.
 */
export function ScanScreen() {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const decide = useDeviceOfScan();
  const { offline } = useSyncStatus();
  const [unknown, setUnknown] = useState<string | null>(null);
  const back = returnPath(params);

  const take = (scan: Scan): ScanAnswer => {
    const scanned = decide(scan);
    if (scanned.kind === 'no-serial') return scanProblem(scanned);
    const { serialNumber } = scanned;
    if (back !== undefined) {
      if (scanned.kind === 'other-hospital') return scanProblem(scanned);
      const [path = back, query = ''] = back.split('?', 2);
      const rest = Object.fromEntries(new URLSearchParams(query));
      void navigate(withQuery(path, { ...rest, serial: serialNumber }), { replace: true });
    } else if (scanned.kind === 'device') void navigate(paths.device(scanned.earlier ?? serialNumber));
    else if (scanned.kind === 'other-hospital')
      void navigate(withQuery(paths.device(serialNumber), { h: scanned.hospitalId }));
    else setUnknown(serialNumber);
    return null;
  };
  const input = useScanInput(take, { wedge: true });

  const ready = useView((view) => view.ready);
  const shared = ready && params.has('shared');
  const readShared = useEffectEvent(async () => {
    setParams({}, { replace: true });
    const picture = await takeSharedPicture();
    if (picture) input.takePicture(picture);
  });
  useEffect(() => {
    if (shared) void readShared();
  }, [shared]);

  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Scan" {...(back !== undefined && { back: { to: back, label: 'Back' } })} />
      <div className="space-y-5">
        {unknown !== null && (
          <UnknownLabel key={unknown} serialNumber={unknown} offline={offline} onAgain={() => setUnknown(null)} />
        )}
        <ScanProblem input={input} />
        <CameraView onRead={input.takeRead} paused={unknown !== null} rereads />
        <Card title="Without the camera">
          <ScanFields input={input} />
        </Card>
      </div>
    </div>
  );
}
