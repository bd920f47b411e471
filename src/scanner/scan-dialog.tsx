import type { Scan } from '#contract/rules/qr-link.ts';
import { Dialog } from '#ui/ui/dialog.tsx';
import { CameraView } from './camera-view.tsx';
import { ScanFields, ScanProblem } from './scan-fields.tsx';
import { type ScanAnswer, useScanInput } from './use-scan-input.ts';

interface ScanDialogProps {
  open: boolean;
  onClose: () => void;
  /** Closes the dialog when the label is taken; returns why not otherwise, which the dialog shows. */
  onScan: (scan: Scan) => ScanAnswer | Promise<ScanAnswer>;
}

/** The camera over the current screen, with a picture or a typed serial where the camera cannot. */
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
