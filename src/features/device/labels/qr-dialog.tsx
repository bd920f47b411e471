import { useCallback } from 'react';
import { deviceLink } from '#contract/rules/qr-link.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { useLoaded } from '#ui/ui/use-loaded.ts';
import { QrCode } from './qr-code.tsx';

interface QrDialogProps {
  /** The device whose label is shown; null closes the dialog. */
  device: { serialNumber: string; equipmentName: string } | null;
  onClose: () => void;
}

/** Shows a device's QR code; drawn in the browser, so it works without network. */
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

function QrPreview({ serialNumber, equipmentName }: { serialNumber: string; equipmentName: string }) {
  const { hospital } = useSignedIn();
  const link = deviceLink(location.origin, serialNumber, hospital?.id);
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
    </div>
  );
}
