import { useMemo, useState } from 'react';
import type { DeviceRecord } from '#contract/replica.ts';
import { useView } from '#ui/resource/engine-provider.tsx';
import { ComboBox } from '#ui/ui/combo-box.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';

const mostSuggestions = 20;

interface AddDeviceDialogProps {
  open: boolean;
  onClose: () => void;
  onSerial: (serialNumber: string) => void;
}

/** Brings a device into this round that its template does not name. */
export function AddDeviceDialog({ open, onClose, onSerial }: AddDeviceDialogProps) {
  return (
    <Dialog open={open} title="Add a device to this round" onClose={onClose}>
      <DevicePicker onSerial={onSerial} />
    </Dialog>
  );
}

function DevicePicker({ onSerial }: Pick<AddDeviceDialogProps, 'onSerial'>) {
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
          if (item) onSerial(item.label);
        }}
        onEnterText={onSerial}
        emptyText={text.trim() === '' ? 'Type a part of the serial number.' : 'No device found.'}
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
  };
}
