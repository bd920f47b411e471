import type { DeviceRecord } from '#contract/records/ward.ts';
import type { Scan } from '#contract/rules/qr-link.ts';
import { beep } from '#ui/scanner/beep.ts';
import { earlierSerialWords, scanProblem, useDeviceOfScan } from '#ui/scanner/device-of-scan.ts';
import type { ScanAnswer } from '#ui/scanner/use-scan-input.ts';
import { useToast } from '#ui/ui/toast.tsx';
import { isAnswered } from '#ui/work/round-under-way.ts';
import { type RoundAction, rowOf } from './round-draft.ts';
import type { RoundDialog } from './round-dialog.ts';
import type { Round } from './use-round.ts';

interface RoundScanOptions {
  round: Round;
  templateName: string;
  dialog: RoundDialog | null;
  change: (action: RoundAction) => void;
  focusRow: (deviceId: string) => void;
  show: (dialog: RoundDialog | null) => void;
}

/** Applies a scanned or picked device to the round, then focuses its row once no dialog covers it. */
export function useRoundScan({ round, templateName, dialog, change, focusRow, show }: RoundScanOptions) {
  const decide = useDeviceOfScan();
  const toast = useToast();
  const inRound = (device: DeviceRecord) => round.ordered.some(({ id }) => id === device.id);
  const confirm = (device: DeviceRecord) => {
    change({ do: 'scan', deviceId: device.id, at: new Date().toISOString() });
    focusRow(device.id);
  };
  /** Adds a picked or typed device unconfirmed, because its label was not scanned. */
  const add = (device: DeviceRecord) => {
    show(null);
    if (!inRound(device)) change({ do: 'add-device', deviceId: device.id });
    focusRow(device.id);
  };
  /** The open camera, with the devices that the user has kept out of the round. */
  const camera = dialog?.name === 'scan' ? dialog : null;

  /** Handles a device while the camera stays open: shows the effect and waits for the next label. */
  const takeInCamera = (device: DeviceRecord): ScanAnswer => {
    const declined = camera?.declined ?? [];
    if (inRound(device)) {
      const wasAnswered = isAnswered(rowOf(round.draft.value, device.id));
      beep('taken');
      show({ name: 'scan', declined, hit: { device, wasAnswered }, stranger: null });
      confirm(device);
      return null;
    }
    beep('asked');
    if (declined.includes(device.id)) return `${device.serialNumber} is not in “${templateName}”.`;
    show({ name: 'scan', declined, hit: null, stranger: device });
    return null;
  };

  return {
    /** Confirms the scanned device, or asks about it if it is not in the template. */
    take(scan: Scan): ScanAnswer {
      const scanned = decide(scan);
      if (scanned.kind !== 'device') {
        if (camera) beep('asked');
        return scanProblem(scanned);
      }
      const { device, earlier } = scanned;
      if (earlier !== undefined) toast({ text: earlierSerialWords(earlier) });
      if (camera) return takeInCamera(device);
      if (inRound(device)) confirm(device);
      else show({ name: 'stranger', stranger: device });
      return null;
    },
    takeAdded(scan: Scan): ScanAnswer {
      const scanned = decide(scan);
      if (scanned.kind !== 'device') return scanProblem(scanned);
      add(scanned.device);
      return null;
    },
    add,
    /** Adds the scanned device, which is not in the template, to this round. */
    addStranger(device: DeviceRecord) {
      show(camera && { ...camera, hit: { device, wasAnswered: false }, stranger: null });
      change({ do: 'add-device', deviceId: device.id });
      confirm(device);
    },
    /** Keeps the scanned device out of the round; the camera does not ask about it again. */
    declineStranger(device: DeviceRecord) {
      show(camera && { ...camera, stranger: null, declined: [...camera.declined, device.id] });
    },
  };
}
