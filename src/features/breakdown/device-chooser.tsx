import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { DeviceRecord } from '#contract/replica.ts';
import { paths } from '#ui/paths.ts';
import { dayWords, statusOf } from '#ui/resource/device-facts.ts';
import { useEngine, useSignedIn, useView } from '#ui/resource/engine-provider.tsx';
import { findScanned } from '#ui/resource/scanner/find-device.ts';
import { ScanDialog } from '#ui/resource/scanner/scan-dialog.tsx';
import { useWedge } from '#ui/resource/scanner/use-wedge.ts';
import { DeviceStatusBadge } from '#ui/resource/status-badges.tsx';
import { useMomentText } from '#ui/resource/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink, IconButton } from '#ui/ui/button.tsx';
import { ComboBox, type ComboItem } from '#ui/ui/combo-box.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import { numberWords } from './ticket-rows.ts';

/** Suggestions shown at once. */
const mostSuggestions = 20;

function itemOf(device: DeviceRecord): ComboItem {
  const detail = [device.equipmentName, device.modelName, device.departmentName].filter(Boolean).join(' · ');
  return { id: device.id, label: device.serialNumber, detail };
}

/** The device of a new request: searched, scanned by camera or wedge, and shown once it is chosen. */
export function DeviceChooser() {
  const { setValue, getFieldState, formState } = useFormContext();
  const chosenId: unknown = useWatch({ name: 'installationBaseId' });
  const engine = useEngine();
  const { hospital } = useSignedIn();
  const [text, setText] = useState('');
  const [scanning, setScanning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const device = useView(
    (view) => (typeof chosenId === 'string' ? view.get('device', chosenId) : undefined),
    [chosenId],
  );
  const found = useView((view) => view.searchDevices(text, mostSuggestions), [text]);

  const choose = (next: Pick<DeviceRecord, 'id' | 'serialNumber'> | null) => {
    setProblem(undefined);
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    setValue('serialNumber', next?.serialNumber ?? '', options);
    setValue('installationBaseId', next?.id ?? '', options);
  };
  const take = (read: string) => {
    const hit = findScanned(engine.view(), read, hospital?.id);
    setScanning(false);
    if (hit.device) choose(hit.device);
    else setProblem(`No device with serial number ${hit.serialNumber || read} is known on this device.`);
  };
  useWedge(take, !scanning);

  return (
    <div className="space-y-4">
      <ComboBox
        label="Serial Number"
        hint="Type a part of the serial, name, model or department, or scan the label."
        required
        items={found.map(itemOf)}
        selected={device ? itemOf(device) : null}
        onSearch={setText}
        onSelect={(item) => choose(item && { id: item.id, serialNumber: item.label })}
        onEnterText={take}
        error={problem ?? getFieldState('installationBaseId', formState).error?.message}
        emptyText="No device fits."
        trailing={<IconButton icon="scan" label="Scan a label" variant="secondary" onClick={() => setScanning(true)} />}
      />
      <ScanDialog open={scanning} onClose={() => setScanning(false)} onSerial={take} />
      {device && <ChosenDevice device={device} />}
    </div>
  );
}

function ChosenDevice({ device }: { device: DeviceRecord }) {
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
            ['Expiry Date', dayWords(device.warranty?.end ?? null)],
          ]}
        />
      </section>
      <OpenTicketWarning device={device} />
    </div>
  );
}

/** Warns before a second ticket; the report may still be made. Source: sync.md, section 6. */
function OpenTicketWarning({ device }: { device: DeviceRecord }) {
  const moment = useMomentText();
  const [ticketId] = device.openTicketIds;
  const ticket = useView((view) => (ticketId === undefined ? undefined : view.get('ticket', ticketId)), [ticketId]);
  if (ticketId === undefined) return null;
  return (
    <Alert
      tone="warn"
      title="This device has an open ticket already"
      action={<ButtonLink to={paths.breakdownDetails(ticketId)}>Show the ticket</ButtonLink>}
    >
      {ticket
        ? `${numberWords(ticket)}, reported ${moment(ticket.reportedDate)}: ${ticket.problemReported || ticket.issueType}`
        : 'Another report makes a second ticket that names the first.'}
    </Alert>
  );
}
