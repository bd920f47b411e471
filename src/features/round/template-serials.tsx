import { useMemo, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { templateBody } from '#contract/calls/round/template.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { Scan } from '#contract/rules/qr-link.ts';
import { byPlace } from '#contract/rules/walking-order.ts';
import type * as z from 'zod/mini';
import type { WardView } from '#ui/engine/engine.ts';
import { useEngine, useView } from '#ui/engine/engine-provider.tsx';
import { scanProblem, useDeviceOfScan } from '#ui/scanner/device-of-scan.ts';
import { ScanDialog } from '#ui/scanner/scan-dialog.tsx';
import { type SerialAdding, SerialPicker, useSerialTyping } from '#ui/scanner/serial-picker.tsx';
import { type ScanAnswer, useScanInput } from '#ui/scanner/use-scan-input.ts';
import { movedTo } from '#ui/ui/order-list.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { WalkOrder } from './walk-order.tsx';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';

type TemplateInput = z.input<typeof templateBody>;
type Serial = TemplateInput['serials'][number];

/** Suggestions need more than 2 characters. Source: docs/product.md P41. */
const fewestCharacters = 3;
const mostSuggestions = 20;

/** Selects the devices of a template: a whole department, or one by one by typing, choosing or scanning. */
export function TemplateSerials() {
  const engine = useEngine();
  const decide = useDeviceOfScan();
  const { control } = useFormContext<TemplateInput>();
  const { field: department } = useController({ control, name: 'departmentId' });
  const { field: ordered } = useController({ control, name: 'isOrdered' });
  const { field: chosen, fieldState } = useController({ control, name: 'serials' });
  const departments = useView((view) => view.all('department'));
  const [scanning, setScanning] = useState(false);
  const serials = chosen.value;
  const hasDepartment = Boolean(department.value);

  const add = (device: DeviceRecord): ScanAnswer => {
    if (serials.some(({ installationBaseEntityId }) => installationBaseEntityId === device.id))
      return `${device.serialNumber} is already selected.`;
    chosen.onChange([...serials, serialOf(device)]);
    return null;
  };
  const take = (scan: Scan): ScanAnswer => {
    const scanned = decide(scan);
    if (scanned.kind !== 'device') return scanProblem(scanned);
    const answer = add(scanned.device);
    if (answer === null) setScanning(false);
    return answer;
  };
  const input = useScanInput(take, { wedge: !scanning && !hasDepartment });
  const chooseDepartment = (id: string) => {
    department.onChange(id === '' ? null : id);
    if (id === '') return;
    const devices = engine
      .view()
      .all('device')
      .filter((device) => device.departmentId === id);
    ordered.onChange(false);
    chosen.onChange(devices.map(serialOf));
  };

  return (
    <>
      <SelectField
        label="Department"
        hint="Optional. Selects all devices of the department."
        placeholder="No department"
        value={department.value ?? ''}
        options={departments
          .map(({ id, name, location }) => ({ value: id, label: location ? `${name}, ${location}` : name }))
          .sort((a, b) => inNaturalOrder(a.label, b.label))}
        onChange={(event) => chooseDepartment(event.target.value)}
      />
      <div data-field="serials">
        <SerialSearch
          disabled={hasDepartment}
          error={input.problem ?? fieldState.error?.message}
          selected={serials}
          onChoose={(device) => {
            input.dismissProblem();
            add(device);
          }}
          onEnterText={input.takeText}
          onScan={() => setScanning(true)}
        />
      </div>
      <SelectedSerials
        serials={serials}
        isOrdered={ordered.value === true}
        onOrder={(next, isOrdered) => {
          ordered.onChange(isOrdered);
          chosen.onChange(next);
        }}
      />
      <ScanDialog open={scanning} onClose={() => setScanning(false)} onScan={take} />
    </>
  );
}

interface SerialSearchProps extends SerialAdding<DeviceRecord> {
  disabled: boolean;
}

function SerialSearch({ disabled, ...adding }: SerialSearchProps) {
  const { searched, enough, isCurrent, setText } = useSerialTyping(fewestCharacters);
  const found = useView(
    (view) => (searched.length >= fewestCharacters ? view.searchDevices(searched, mostSuggestions) : []),
    [searched],
  );
  return (
    <SerialPicker
      {...adding}
      hint={
        disabled
          ? 'The department selects the devices. Choose no department to search.'
          : 'Type more than 2 characters, or scan the label.'
      }
      disabled={disabled}
      found={enough ? found : []}
      itemOf={(device) => ({ id: device.id, detail: detailOf(device) })}
      loading={enough && !isCurrent}
      emptyText={enough ? 'No device found.' : 'Type more than 2 characters.'}
      scanLook="signal"
      setText={setText}
    />
  );
}

interface SelectedSerialsProps {
  serials: readonly Serial[];
  isOrdered: boolean;
  onOrder: (serials: Serial[], isOrdered: boolean) => void;
}

/** Shows the selected devices in the order of the round. */
function SelectedSerials({ serials, isOrdered, onOrder }: SelectedSerialsProps) {
  const shown = useView((view) => walked(serials, isOrdered, view), [serials, isOrdered]);
  const inOrder = shown.map(({ serial }) => serial);
  const stops = useMemo(
    () =>
      shown.map(({ serial, device }) => {
        return { serialNumber: serial.serialNumber, detail: device ? detailOf(device) : '' };
      }),
    [shown],
  );
  return (
    <section aria-label="Selected serial numbers">
      <h2 className="mb-1 text-sm font-semibold">Selected Serial Numbers ({serials.length})</h2>
      {serials.length === 0 ? (
        <p className="text-muted">No serial number selected.</p>
      ) : (
        <WalkOrder
          stops={stops}
          isOrdered={isOrdered}
          onMove={(from, to) => onOrder(movedTo(inOrder, from, to), true)}
          onRemove={(gone) =>
            onOrder(
              serials.filter(({ serialNumber }) => serialNumber !== gone),
              isOrdered,
            )
          }
          onSortByPlace={() => onOrder(inOrder, false)}
        />
      )}
    </section>
  );
}

interface WalkedSerial {
  serial: Serial;
  /** Undefined if the device is not on this tablet. */
  device: DeviceRecord | undefined;
}

function walked(
  serials: readonly Serial[],
  isOrdered: boolean,
  view: Pick<WardView, 'deviceBySerial'>,
): WalkedSerial[] {
  const all = serials.map((serial) => ({ serial, device: view.deviceBySerial(serial.serialNumber) }));
  if (isOrdered) return all;
  return all.sort((a, b) =>
    a.device && b.device ? byPlace(a.device, b.device) : Number(!a.device) - Number(!b.device),
  );
}

function serialOf(device: DeviceRecord): Serial {
  return { serialNumber: device.serialNumber, installationBaseEntityId: device.id };
}

function detailOf(device: DeviceRecord): string {
  return [device.equipmentName, device.departmentName, device.location].filter(Boolean).join(' · ');
}
