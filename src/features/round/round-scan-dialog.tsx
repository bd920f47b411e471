import type { DeviceRecord } from '#contract/records/ward.ts';
import type { Scan } from '#contract/rules/qr-link.ts';
import { CameraView } from '#ui/scanner/camera-view.tsx';
import { ScanFields, ScanProblem } from '#ui/scanner/scan-fields.tsx';
import { type ScanAnswer, useScanInput } from '#ui/scanner/use-scan-input.ts';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { Progress } from '#ui/ui/progress.tsx';

/** The label read last, and its effect. */
export interface ScanHit {
  device: DeviceRecord;
  /** The device already had an answer, which is kept. */
  wasAnswered: boolean;
}

interface RoundScanDialogProps {
  open: boolean;
  hit: ScanHit | null;
  answered: number;
  total: number;
  /** A question covers the camera. */
  paused: boolean;
  onClose: () => void;
  onScan: (scan: Scan) => ScanAnswer;
}

/** Scans labels one after the other: the camera stays open until the user is done. */
export function RoundScanDialog({ open, onClose, ...body }: RoundScanDialogProps) {
  return (
    <Dialog
      open={open}
      title="Scan a label"
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <ScanBody {...body} />
    </Dialog>
  );
}

function ScanBody({ hit, answered, total, paused, onScan }: Omit<RoundScanDialogProps, 'open' | 'onClose'>) {
  const input = useScanInput(onScan, { wedge: !paused });
  return (
    <div className="space-y-4">
      <CameraView onRead={input.takeRead} paused={paused} />
      <Progress label="Answered" done={answered} total={total} />
      <ScanProblem input={input} />
      {hit && input.problem === null && (
        <output className="flex items-start gap-2">
          <Icon
            name={hit.wasAnswered ? 'info' : 'check-circle'}
            className={hit.wasAnswered ? 'text-info' : 'text-ok'}
          />
          <span>
            <strong className="font-mono">{hit.device.serialNumber}</strong>{' '}
            {hit.wasAnswered ? 'had already been answered.' : 'confirmed.'} {hit.device.equipmentName}
            {hit.device.location ? `, ${hit.device.location}` : ''}
          </span>
        </output>
      )}
      <ScanFields input={input} goesOn />
    </div>
  );
}
