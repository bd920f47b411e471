import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { statusOf } from '#contract/rules/device-status.ts';
import type { Scan } from '#contract/rules/qr-link.ts';
import { ticketNumberWords } from '#contract/rules/ticket-number.ts';
import { lastCover } from '#contract/rules/warranty-cover.ts';
import { paths } from '#ui/paths.ts';
import { dayWords } from '#ui/engine/as-of.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { earlierSerialWords, scanProblem, useDeviceOfScan } from '#ui/scanner/device-of-scan.ts';
import { ScanDialog } from '#ui/scanner/scan-dialog.tsx';
import { type ScanAnswer, useScanInput } from '#ui/scanner/use-scan-input.ts';
import { DeviceStatusBadge } from '#ui/work/status-badges.tsx';
import { useMomentText } from '#ui/engine/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { ButtonLink, IconButton } from '#ui/ui/button.tsx';
import { ComboBox } from '#ui/ui/combo-box.tsx';
import type { ComboItem } from '#ui/ui/use-suggestions.ts';
import { Facts } from '#ui/ui/facts.tsx';

/** Suggestions shown at once. */
const mostSuggestions = 20;

function itemOf(device: DeviceRecord): ComboItem {
  const detail = [device.equipmentName, device.modelName, device.departmentName].filter(Boolean).join(' · ');
  return { id: device.id, label: device.serialNumber, detail };
}

/**
 * Selects the device for a new request: by search, camera or hand scanner. `isSent` is true from Save on unless the
 * request is refused, so that the user is not warned of the ticket just created.
 */
export function DeviceChooser({ isSent }: { isSent: boolean }) {
  const { setValue, getFieldState, formState } = useFormContext();
  const chosenId: unknown = useWatch({ name: 'installationBaseId' });
  const decide = useDeviceOfScan();
  const toast = useToast();
  const [text, setText] = useState('');
  const [scanning, setScanning] = useState(false);
  const device = useView(
    (view) => (typeof chosenId === 'string' ? view.get('device', chosenId) : undefined),
    [chosenId],
  );
  const found = useView((view) => view.searchDevices(text, mostSuggestions), [text]);

  const choose = (next: Pick<DeviceRecord, 'id' | 'serialNumber'> | null) => {
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    setValue('serialNumber', next?.serialNumber ?? '', options);
    setValue('installationBaseId', next?.id ?? '', options);
  };
  const take = (scan: Scan): ScanAnswer => {
    const scanned = decide(scan);
    if (scanned.kind !== 'device') return scanProblem(scanned);
    setScanning(false);
    if (scanned.earlier !== undefined) toast({ text: earlierSerialWords(scanned.earlier) });
    choose(scanned.device);
    return null;
  };
  const input = useScanInput(take, { wedge: !scanning });

  return (
    <div data-field="installationBaseId" className="space-y-4">
      <ComboBox
        label="Serial Number"
        hint="Type a part of the serial, name, model or department, or scan the label."
        required
        items={found.map(itemOf)}
        selected={device ? itemOf(device) : null}
        onSearch={setText}
        onSelect={(item) => {
          input.dismissProblem();
          choose(item && { id: item.id, serialNumber: item.label });
        }}
        onEnterText={input.takeText}
        error={input.problem ?? getFieldState('installationBaseId', formState).error?.message}
        emptyText="No device matches."
        trailing={<IconButton icon="scan" label="Scan a label" variant="secondary" onClick={() => setScanning(true)} />}
      />
      <ScanDialog open={scanning} onClose={() => setScanning(false)} onScan={take} />
      {device && <ChosenDevice device={device} isSent={isSent} />}
    </div>
  );
}

function ChosenDevice({ device, isSent }: { device: DeviceRecord; isSent: boolean }) {
  return (
    <div className="space-y-4">
      <section aria-label="Equipment details" className="space-y-3 rounded-control border border-line bg-sunken p-4">
        <DeviceStatusBadge status={statusOf(device)} />
        <Facts
          facts={[
            ['Name', device.equipmentName],
            ['Department', device.departmentName],
            ['Model', device.modelName],
            ['Installation Date', dayWords(device.installationDate)],
            ['Expiry Date', dayWords(lastCover(device.warranties)?.end ?? null)],
          ]}
        />
      </section>
      <OpenTicketWarning device={device} isSent={isSent} />
    </div>
  );
}

/** Warns if the device already has an open ticket; reporting is still possible. Source: docs/product.md P52. */
function OpenTicketWarning({ device, isSent }: { device: DeviceRecord; isSent: boolean }) {
  const moment = useMomentText();
  const [firstId] = device.openTicketIds;
  const [ticketId, setTicketId] = useState(firstId);
  if (!isSent && ticketId !== firstId) setTicketId(firstId);
  const ticket = useView((view) => (ticketId === undefined ? undefined : view.get('ticket', ticketId)), [ticketId]);
  if (ticketId === undefined) return null;
  return (
    <Alert
      tone="warn"
      title="This device already has an open ticket"
      action={<ButtonLink to={paths.ticket(ticketId)}>Show the ticket</ButtonLink>}
    >
      {ticket
        ? `${ticketNumberWords(ticket.ticketNumber)}, reported ${moment(ticket.reportedDate)}: ${ticket.problemReported || ticket.issueType}`
        : 'Another report creates a second ticket that refers to the first.'}
    </Alert>
  );
}
