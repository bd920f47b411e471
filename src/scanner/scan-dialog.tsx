import type { Scan } from '#contract/rules/qr-link.ts';
import { Dialog } from '#ui/ui/dialog.tsx';
import { CameraView } from './camera-view.tsx';
import { ScanFields, ScanProblem } from './scan-fields.tsx';
import { type ScanAnswer, useScanInput } from './use-scan-input.ts';

interface ScanDialogProps {
  open: boolean;
  onClose: () => void;
  /** Returns null to accept the label and close the dialog, or the reason that the dialog shows. */
  onScan: (scan: Scan) => ScanAnswer | Promise<ScanAnswer>;
}

/** Shows the camera over the current screen; a picture or a typed serial number works without one. */
export function ScanDialog({ open, onClose, onScan }: ScanDialogProps) {
  return (
    <Dialog open={open} title="Scan a label" onClose={onClose}>
      <ScanBody onScan={onScan} />
    </Dialog>
  );
}

function ScanBody({ onScan }: Pick<ScanDialogProps, 'onScan'>) {
  const input = useScanInput(onScan, { wedge: true });
  return (
    <div className="space-y-4">
      <CameraView onRead={input.takeRead} />
      <ScanProblem input={input} />
      <ScanFields input={input} />
    </div>
  );
}
