import { useCallback, useState } from 'react';
import { deviceLink } from '#contract/rules/qr-link.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useEngine, useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { useLoaded } from '#ui/ui/use-loaded.ts';
import { loadLabelTokens } from './label-tokens.ts';
import { QrCode } from './qr-code.tsx';

interface LabelledDevice {
  id: string;
  serialNumber: string;
  equipmentName: string;
}

interface QrDialogProps {
  /** The device whose label is shown; null closes the dialog. */
  device: LabelledDevice | null;
  onClose: () => void;
}

/** Shows a device's QR code; drawn in the browser, so it works without network, if without the token of the label. */
export function QrDialog({ device, onClose }: QrDialogProps) {
  return (
    <Dialog
      open={device !== null}
      title="QR code"
      size="small"
      onClose={onClose}
      actions={
        device && (
          <ButtonLink icon="print" to={withQuery(paths.qrPrint(), { search: device.serialNumber })}>
            Print label
          </ButtonLink>
        )
      }
    >
      {device && <QrPreview key={device.serialNumber} {...device} />}
    </Dialog>
  );
}

function QrPreview({ id, serialNumber, equipmentName }: LabelledDevice) {
  const { hospital } = useSignedIn();
  const engine = useEngine();
  const tokens = useLoaded(
    useCallback(() => loadLabelTokens(engine, [id], new AbortController().signal), [engine, id]),
  );
  const [renewed, setRenewed] = useState<string>();
  const takesReports = useView((view) => {
    const setting = view.get('setting', 'reports');
    return setting?.id === 'reports' && setting.isOn;
  });
  const link = deviceLink(location.origin, serialNumber, hospital?.id, renewed ?? tokens?.get(id));
  const shape = useLoaded(
    useCallback(() => import('./draw-qr.ts').then(({ drawQr }) => drawQr(link)).catch(() => 'failed' as const), [link]),
  );
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      {shape === undefined && <Skeleton className="size-[150px]" />}
      {shape === 'failed' && <Alert tone="danger">Error fetching QR code image.</Alert>}
      {shape !== undefined && shape !== 'failed' && (
        <QrCode shape={shape} label={`QR code of ${serialNumber}`} className="size-[150px] rounded-tag" />
      )}
      <div className="min-w-0 max-w-full">
        <p className="font-bold wrap-anywhere">{serialNumber}</p>
        <p>{equipmentName}</p>
        <p className="mt-2 text-sm text-muted wrap-anywhere">{link}</p>
      </div>
      {takesReports && <RenewLabel id={id} onRenewed={setRenewed} />}
    </div>
  );
}

/** Renews the token of a label, after saying what happens to labels already in place. */
function RenewLabel({ id, onRenewed }: { id: string; onRenewed: (token: string) => void }) {
  const [step, setStep] = useState<'none' | 'asked' | 'done'>('none');
  const renewal = useOnlineAction('renewLabel');
  if (step === 'none') {
    return (
      <Button variant="ghost" icon="refresh" onClick={() => setStep('asked')}>
        Renew label
      </Button>
    );
  }
  if (step === 'done')
    return <Alert tone="ok">The label has been renewed. Print the new label and replace the old one.</Alert>;
  const renew = async () => {
    const { token } = await renewal.run({ params: { id } });
    onRenewed(token);
    setStep('done');
  };
  return (
    <div className="space-y-3 text-left">
      <p>
        Labels of this device that hang already keep working, but take fewer fault reports. Renew a label that is
        misused.
      </p>
      {renewal.error && <Alert tone="danger">{errorWords(renewal.error, 'The label could not be renewed.')}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={renewal.busy} onClick={() => void renew().catch(() => undefined)}>
          Renew
        </Button>
        <Button onClick={() => setStep('none')}>Keep</Button>
      </div>
    </div>
  );
}
