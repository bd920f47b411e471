import { useMemo, useState } from 'react';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { Scan } from '#contract/rules/qr-link.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { type ScanAnswer, useScanInput } from '#ui/scanner/use-scan-input.ts';
import { ComboBox } from '#ui/ui/combo-box.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';

const mostSuggestions = 20;

interface AddDeviceDialogProps {
  open: boolean;
  onClose: () => void;
  onChoose: (device: DeviceRecord) => void;
  /** Called with a typed or scanned serial that matches no chosen suggestion. */
  onScan: (scan: Scan) => ScanAnswer;
}

/** Adds a device to this round that is not in its template. */
export function AddDeviceDialog({ open, onClose, ...ways }: AddDeviceDialogProps) {
  return (
    <Dialog open={open} title="Add a device to this round" onClose={onClose}>
      <DevicePicker {...ways} />
    </Dialog>
  );
}

function DevicePicker({ onChoose, onScan }: Pick<AddDeviceDialogProps, 'onChoose' | 'onScan'>) {
  const input = useScanInput(onScan, { wedge: true });
  const [text, setText] = useState('');
  const devices = useView((view) => (text.trim() === '' ? [] : view.searchDevices(text, mostSuggestions)), [text]);
  const items = useMemo(() => devices.map(suggestionOf), [devices]);
  return (
    <div className="min-h-80">
      <ComboBox
        label="Serial number"
        hint="Serial, name, make, model or place. A scanner works here as well."
        items={items}
        selected={null}
        clearOnSelect
        onSearch={setText}
        onSelect={(item) => {
          if (item) onChoose(item.device);
        }}
        onEnterText={input.takeText}
        error={input.problem ?? undefined}
        emptyText={text.trim() === '' ? 'Type part of the serial number.' : 'No device found.'}
      />
    </div>
  );
}

function suggestionOf(device: DeviceRecord) {
  const place = [device.departmentName, device.location].filter(Boolean).join(', ');
  return {
    id: device.id,
    label: device.serialNumber,
    detail: [device.equipmentName, place].filter(Boolean).join(' · '),
    device,
  };
}
