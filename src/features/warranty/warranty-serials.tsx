import { useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Scan } from '#contract/rules/qr-link.ts';
import type { SerialSuggestion, warrantyBody } from '#contract/calls/warranty.ts';
import { sameKey } from '#contract/rules/text.ts';
import { useEngine, useView } from '#ui/engine/engine-provider.tsx';
import { scanProblem, useDeviceOfScan } from '#ui/scanner/device-of-scan.ts';
import { ScanDialog } from '#ui/scanner/scan-dialog.tsx';
import { type SerialAdding, SerialPicker, useSerialTyping } from '#ui/scanner/serial-picker.tsx';
import { type ScanAnswer, useScanInput } from '#ui/scanner/use-scan-input.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { IconButton } from '#ui/ui/button.tsx';

type WarrantyInput = z.input<typeof warrantyBody>;
type Serial = WarrantyInput['selectedSerials'][number];

/** Suggestions need at least 2 characters. Source: docs/product.md P41. */
const fewestCharacters = 2;
const chooseFirst = 'Please select Equipment and Make before searching for a Serial Number.';
const searchFailed = 'An error occurred while fetching serial numbers. Please try again.';

/** Selects the devices of a warranty by typing or scanning, among those of its equipment type and make. */
export function WarrantySerials() {
  const engine = useEngine();
  const decide = useDeviceOfScan();
  const { control } = useFormContext<WarrantyInput>();
  const { field, fieldState } = useController({ control, name: 'selectedSerials' });
  const [equipmentId, makeId, contractKind] = useWatch({ control, name: ['equipmentId', 'makeId', 'kind'] });
  const isMixed = (contractKind ?? 'Warranty') !== 'Warranty';
  const [scanning, setScanning] = useState(false);
  const kind = equipmentId !== '' && makeId !== '' ? { equipmentId, makeId } : null;

  const add = ({ serialNumber, installationBaseEntityId }: SerialSuggestion): ScanAnswer => {
    if (field.value.some((serial) => sameText(serial.serialNumber, serialNumber)))
      return `${serialNumber} is already selected.`;
    field.onChange([...field.value, { serialNumber, installationBaseEntityId }]);
    return null;
  };
  /** Handles a scanned or fully typed serial for which no suggestion was chosen. */
  const take = async (scan: Scan): Promise<ScanAnswer> => {
    const scanned = decide(scan);
    if (scanned.kind !== 'device' && scanned.kind !== 'unknown') return scanProblem(scanned);
    if (!kind) return chooseFirst;
    const name = scanned.serialNumber;
    try {
      const found = await engine.call('warrantySerialsOfMake', { params: { name, ...kind } });
      const hit = found.find(({ serialNumber }) => sameText(serialNumber, name));
      if (!hit) return `No device with serial number ${name} of this equipment and make.`;
      const answer = add(hit);
      if (answer === null) setScanning(false);
      return answer;
    } catch {
      return searchFailed;
    }
  };
  const input = useScanInput(take, { wedge: !scanning });
  return (
    <div data-field="selectedSerials" className="space-y-5">
      {isMixed && (
        <p className="text-muted">
          A contract may cover several equipment types and makes: choose another above and keep adding.
        </p>
      )}
      <SerialSearch
        kind={kind}
        error={input.problem ?? fieldState.error?.message}
        selected={field.value}
        onChoose={(serial) => {
          input.dismissProblem();
          add(serial);
        }}
        onEnterText={input.takeText}
        onScan={() => setScanning(true)}
      />
      <SelectedSerials
        serials={field.value}
        isMixed={isMixed}
        onRemove={(gone) => field.onChange(field.value.filter((serial) => serial !== gone))}
      />
      <ScanDialog open={scanning} onClose={() => setScanning(false)} onScan={take} />
    </div>
  );
}

interface SerialSearchProps extends SerialAdding<SerialSuggestion> {
  /** Null until equipment type and make are chosen. */
  kind: { equipmentId: string; makeId: string } | null;
}

function SerialSearch({ kind, error, ...adding }: SerialSearchProps) {
  const { typed, searched, enough, isCurrent, setText } = useSerialTyping(fewestCharacters);
  const call = useOnlineCall(
    'warrantySerialsOfMake',
    { params: { name: searched, equipmentId: kind?.equipmentId ?? '', makeId: kind?.makeId ?? '' } },
    { enabled: kind !== null && enough && isCurrent },
  );
  const found = kind && enough && isCurrent && !call.refreshing ? call.data : undefined;
  const problem = typed === '' ? undefined : kind ? enough && isCurrent && call.error && searchFailed : chooseFirst;
  return (
    <SerialPicker
      {...adding}
      hint="Type at least 2 characters, or scan the label."
      error={problem || error}
      found={found ?? []}
      itemOf={(serial) => ({ id: serial.installationBaseEntityId, detail: `${serial.make} ${serial.model}` })}
      loading={kind !== null && enough && (!isCurrent || call.loading || call.refreshing)}
      emptyText={kind ? (enough ? 'No serial number found.' : 'Type at least 2 characters.') : chooseFirst}
      setText={setText}
    />
  );
}

interface SelectedSerialsProps {
  serials: readonly Serial[];
  /** The devices may be of several equipment types. */
  isMixed: boolean;
  onRemove: (serial: Serial) => void;
}

function SelectedSerials({ serials, isMixed, onRemove }: SelectedSerialsProps) {
  const places = useView(
    (view) =>
      new Map(
        serials.map(({ serialNumber }) => {
          const device = view.deviceBySerial(serialNumber);
          const place = [device?.departmentName, device?.location];
          return [serialNumber, [isMixed && device?.equipmentName, ...place].filter(Boolean).join(' · ')];
        }),
      ),
    [serials, isMixed],
  );
  return (
    <section aria-label="Selected serial numbers">
      <h2 className="mb-1 text-sm font-semibold">Selected Serial Numbers ({serials.length})</h2>
      {serials.length === 0 ? (
        <p className="text-muted">No serial number selected.</p>
      ) : (
        <ul className="grid gap-2 sm:grid-cols-2">
          {serials.map((serial) => (
            <li
              key={serial.serialNumber}
              className="flex min-w-0 items-center gap-2 rounded-control border border-line bg-surface pl-3"
            >
              <span className="min-w-0 flex-1 py-1.5">
                <span className="block font-mono font-bold wrap-anywhere">{serial.serialNumber}</span>
                <span className="block truncate text-sm text-muted">{places.get(serial.serialNumber)}</span>
              </span>
              <IconButton icon="x" label={`Remove ${serial.serialNumber}`} onClick={() => onRemove(serial)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function sameText(a: string, b: string): boolean {
  return sameKey(a) === sameKey(b);
}
