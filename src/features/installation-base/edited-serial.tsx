import { type KeyboardEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { updateInstallationBody } from '#contract/installation-base.ts';
import { readScan } from '#contract/rules/qr-link.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { ScanDialog } from '#ui/resource/scanner/scan-dialog.tsx';
import { Button } from '#ui/ui/button.tsx';
import { installationLabels } from './installation-values.ts';

/** The serial number of a device that is there already; the Enter of a scanner does not send the form. */
export function EditedSerial() {
  const { setValue } = useFormContext<z.input<typeof updateInstallationBody>>();
  const [scanning, setScanning] = useState(false);
  const take = (text: string) => {
    setScanning(false);
    const serial = readScan(text).serialNumber ?? text;
    setValue('serialNumber', serial.trim(), { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  };
  return (
    <>
      <FormText
        name="serialNumber"
        label={installationLabels.serialNumber}
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
      <ScanDialog open={scanning} onClose={() => setScanning(false)} onSerial={take} />
    </>
  );
}
