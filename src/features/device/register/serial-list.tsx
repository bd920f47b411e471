import { type KeyboardEvent, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { Scan } from '#contract/rules/qr-link.ts';
import { sameKey } from '#contract/rules/text.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { scanProblem, useDeviceOfScan } from '#ui/scanner/device-of-scan.ts';
import { ScanDialog } from '#ui/scanner/scan-dialog.tsx';
import { type ScanAnswer, useScanInput } from '#ui/scanner/use-scan-input.ts';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import type { NewDevices } from './device-values.ts';

/**
 * Collects the serial numbers of new devices: typed, scanned by the camera, or sent by a hand scanner wherever the
 * focus is.
 */
export function SerialList() {
  const { control } = useFormContext<NewDevices>();
  const {
    field: { value: serials, onChange, onBlur, ref },
    fieldState,
  } = useController({ control, name: 'serialNumbers' });
  const [text, setText] = useState('');
  const [scanning, setScanning] = useState(false);
  const decide = useDeviceOfScan();

  const take = (scan: Scan): ScanAnswer => {
    const scanned = decide(scan);
    if (scanned.kind !== 'device' && scanned.kind !== 'unknown') return scanProblem(scanned);
    // A serial number that another device has given up is free.
    const serialNumber = scanned.kind === 'device' ? (scanned.earlier ?? scanned.serialNumber) : scanned.serialNumber;
    setText('');
    if (serials.some((each) => sameKey(each) === sameKey(serialNumber))) return `${serialNumber} is already listed.`;
    setScanning(false);
    onChange([...serials, serialNumber]);
    return null;
  };
  const input = useScanInput(take, { wedge: !scanning });
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    input.takeText(text);
  };
  return (
    <div data-field="serialNumbers" className="space-y-4">
      <TextField
        label="Serial Number"
        hint="Type it and press Add, or scan the label. One device for each serial number."
        required
        error={input.problem ?? fieldState.error?.message}
        value={text}
        maxLength={255}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        onChange={(event) => {
          setText(event.target.value);
          input.dismissProblem();
        }}
        onKeyDown={press}
        onBlur={onBlur}
        ref={ref}
        data-takes-scans
        trailing={
          <>
            <Button
              icon="plus"
              disabled={text.trim() === ''}
              onClick={() => input.takeText(text)}
              className="max-sm:px-2.5"
            >
              <span className="max-sm:sr-only">Add</span>
            </Button>
            <Button variant="signal" icon="scan" onClick={() => setScanning(true)} className="max-sm:px-3">
              Scan
            </Button>
          </>
        }
      />
      <ListedSerials serials={serials} onRemove={(gone) => onChange(serials.filter((serial) => serial !== gone))} />
      <ScanDialog open={scanning} onClose={() => setScanning(false)} onScan={take} />
    </div>
  );
}

function ListedSerials({ serials, onRemove }: { serials: readonly string[]; onRemove: (serial: string) => void }) {
  const taken = useView((view) => new Set(serials.filter((serial) => view.deviceBySerial(serial))), [serials]);
  return (
    <section aria-label="Serial numbers to install">
      <h2 className="mb-1 text-sm font-semibold">Serial Numbers ({serials.length})</h2>
      {serials.length === 0 ? (
        <p className="text-muted">No serial number added.</p>
      ) : (
        <ul className="grid gap-2 sm:grid-cols-2">
          {serials.map((serial) => (
            <li
              key={serial}
              className="flex min-w-0 items-center gap-2 rounded-control border border-line bg-surface pl-3"
            >
              <span className="min-w-0 flex-1 py-1.5">
                <span className="block font-mono font-bold wrap-anywhere">{serial}</span>
                {taken.has(serial) && (
                  <span className="block text-sm font-medium text-danger">Already exists in this hospital.</span>
                )}
              </span>
              <IconButton icon="x" label={`Remove ${serial}`} onClick={() => onRemove(serial)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
