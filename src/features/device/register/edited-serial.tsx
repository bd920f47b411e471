import { type KeyboardEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { updateDeviceBody } from '#contract/calls/device/device.ts';
import type { Scan } from '#contract/rules/qr-link.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { scanProblem, useDeviceOfScan } from '#ui/scanner/device-of-scan.ts';
import { ScanDialog } from '#ui/scanner/scan-dialog.tsx';
import { ScanProblem } from '#ui/scanner/scan-fields.tsx';
import { type ScanAnswer, useScanInput } from '#ui/scanner/use-scan-input.ts';
import { Button } from '#ui/ui/button.tsx';
import { deviceLabels } from './device-values.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';

type Body = BodyInput<Calls['updateDevice']>;

/** Edits an existing device's serial number; Enter from a scanner does not submit the form. */
export function EditedSerial() {
  const { setValue } = useFormContext<z.input<typeof updateDeviceBody>>();
  const decide = useDeviceOfScan();
  const [scanning, setScanning] = useState(false);
  const take = (scan: Scan): ScanAnswer => {
    const scanned = decide(scan);
    if (scanned.kind !== 'device' && scanned.kind !== 'unknown') return scanProblem(scanned);
    setScanning(false);
    // A serial number that another device has given up is free.
    const serialNumber = scanned.kind === 'device' ? (scanned.earlier ?? scanned.serialNumber) : scanned.serialNumber;
    setValue('serialNumber', serialNumber, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    return null;
  };
  const input = useScanInput(take, { wedge: !scanning });
  return (
    <div className="space-y-3">
      <FormText<Body>
        name="serialNumber"
        label={deviceLabels.serialNumber}
        required
        maxLength={255}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        trailing={
          <Button variant="signal" icon="scan" onClick={() => setScanning(true)}>
            Scan
          </Button>
        }
      />
      <ScanProblem input={input} />
      <ScanDialog open={scanning} onClose={() => setScanning(false)} onScan={take} />
    </div>
  );
}
