import { type KeyboardEvent, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { readScan } from '#contract/rules/qr-link.ts';
import { useView } from '#ui/resource/engine-provider.tsx';
import { ScanDialog } from '#ui/resource/scanner/scan-dialog.tsx';
import { useWedge } from '#ui/resource/scanner/use-wedge.ts';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import type { NewInstallations } from './installation-values.ts';

/** The serial numbers of new devices: typed, scanned by the camera, or sent by a scanner wherever the cursor stands. */
export function SerialList() {
  const { control } = useFormContext<NewInstallations>();
  const {
    field: { value: serials, onChange, onBlur, ref },
    fieldState,
  } = useController({ control, name: 'serialNumbers' });
  const [text, setText] = useState('');
  const [scanning, setScanning] = useState(false);
  const [problem, setProblem] = useState<string>();

  const add = (typed: string) => {
    setScanning(false);
    const serial = (readScan(typed).serialNumber ?? typed).trim();
    if (serial === '') return;
    setText('');
    const isListed = serials.some((each) => each.toLowerCase() === serial.toLowerCase());
    setProblem(isListed ? `${serial} is listed already.` : undefined);
    if (!isListed) onChange([...serials, serial]);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add(text);
  };
  useWedge(add, !scanning);
  return (
    <div className="space-y-4">
      <TextField
        label="Serial Number"
        hint="Type it and press Add, or scan the label. One device for each serial number."
        required
        error={problem ?? fieldState.error?.message}
        value={text}
        maxLength={255}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
        }}
        onKeyDown={press}
        onBlur={onBlur}
        ref={ref}
        data-takes-scans
        trailing={
          <>
            <Button icon="plus" disabled={text.trim() === ''} onClick={() => add(text)} className="max-sm:px-2.5">
              <span className="max-sm:sr-only">Add</span>
            </Button>
            <Button variant="signal" icon="scan" onClick={() => setScanning(true)} className="max-sm:px-3">
              Scan
            </Button>
          </>
        }
      />
      <ListedSerials serials={serials} onRemove={(gone) => onChange(serials.filter((serial) => serial !== gone))} />
      <ScanDialog open={scanning} onClose={() => setScanning(false)} onSerial={add} />
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
                  <span className="block text-sm font-medium text-danger">Exists already in this hospital.</span>
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
