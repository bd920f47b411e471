import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { maxTextLength } from '#contract/fields.ts';
import { counted } from '#contract/rules/counted.ts';
import { pastedSerials } from '#contract/rules/pasted-serials.ts';
import type { Scan } from '#contract/rules/qr-link.ts';
import { sameKey } from '#contract/rules/text.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { scanProblem, useDeviceOfScan } from '#ui/scanner/device-of-scan.ts';
import { ScanDialog } from '#ui/scanner/scan-dialog.tsx';
import { type ScanAnswer, useScanInput } from '#ui/scanner/use-scan-input.ts';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import type { NewDevices } from './device-values.ts';

/** Adds pasted serial numbers to those listed, and says how many and which not. */
function withPasted(listed: readonly string[], pasted: readonly string[]): { serials: string[]; words: string } {
  const known = new Set(listed.map(sameKey));
  const [serials, tooLong] = [[...listed], pasted.filter((serial) => serial.length > maxTextLength).length];
  for (const serial of pasted) {
    if (serial.length > maxTextLength || known.has(sameKey(serial))) continue;
    known.add(sameKey(serial));
    serials.push(serial);
  }
  const added = serials.length - listed.length;
  const again = pasted.length - tooLong - added;
  const sentences = [
    `${counted(added, 'serial number')} added.`,
    again > 0 && `${counted(again, 'is', 'are')} listed already.`,
    tooLong > 0 && `${counted(tooLong, 'is', 'are')} longer than ${maxTextLength} characters.`,
  ];
  return { serials, words: sentences.filter(Boolean).join(' ') };
}

/**
 * Collects the serial numbers of new devices: typed, pasted as a list, scanned by the camera, or sent by a hand scanner
 * wherever the focus is.
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
  const toast = useToast();

  const paste = (event: ClipboardEvent) => {
    const pasted = pastedSerials(event.clipboardData.getData('text/plain'));
    if (pasted.length < 2) return;
    event.preventDefault();
    const { serials: next, words } = withPasted(serials, pasted);
    input.dismissProblem();
    onChange(next);
    toast({ tone: next.length > serials.length ? 'ok' : 'info', text: words });
  };
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
        hint="Type it and press Add, scan the label, or paste a list. One device for each serial number."
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
        onPaste={paste}
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
