import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { nearSerials } from '#contract/rules/near-serials.ts';
import { paths } from '#ui/paths.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { SerialSearchField } from '#ui/scanner/serial-search-field.tsx';

/** Most devices shown for a search or as similar serial numbers. */
const mostFound = 8;

interface UnknownLabelProps {
  serialNumber: string;
  offline: boolean;
  onAgain: () => void;
}

/**
 * Shows what was read if no device of the hospital matches, and offers next steps; never opens a similar device by
 * itself.
 */
export function UnknownLabel({ serialNumber, offline, onAgain }: UnknownLabelProps) {
  const [text, setText] = useState('');
  const nearTitle = useId();
  const near = useView((view) => nearSerials(serialNumber, view.all('device'), mostFound), [serialNumber]);
  const found = useView((view) => (text.trim() === '' ? [] : view.searchDevices(text, mostFound)), [text]);
  return (
    <Card tone="warn">
      <div role="alert">
        <p className="flex items-center gap-2 text-lg font-bold">
          <Icon name="warning" className="text-warn" />
          Unknown label
        </p>
        <p className="mt-1">
          Read: <span className="font-mono font-semibold wrap-anywhere">{serialNumber}</span>. No device of your
          hospital on this tablet has this serial number.
        </p>
      </div>
      {near.length > 0 && (
        <section className="mt-4" aria-labelledby={nearTitle}>
          <p id={nearTitle} className="font-semibold">
            Similar serial numbers. Compare them with the label:
          </p>
          <DeviceLinks devices={near} />
        </section>
      )}
      <div className="mt-4 flex flex-wrap gap-3 max-sm:*:grow">
        <Button icon="scan" onClick={onAgain}>
          Scan again
        </Button>
        {!offline && (
          <ButtonLink icon="external" to={paths.device(serialNumber)}>
            Look it up online
          </ButtonLink>
        )}
      </div>
      <div className="mt-4 space-y-2">
        <SerialSearchField label="Search by serial, name, model or department" value={text} onChange={setText} />
        {text.trim() !== '' && found.length === 0 && <p className="text-muted">No device matches “{text.trim()}”.</p>}
        <DeviceLinks devices={found} />
      </div>
    </Card>
  );
}

function DeviceLinks({ devices }: { devices: readonly DeviceRecord[] }) {
  return (
    <ul className="mt-2 space-y-2">
      {devices.map((device) => (
        <li key={device.id}>
          <Link
            to={paths.device(device.serialNumber)}
            className="flex min-h-target items-center gap-3 rounded-control border border-line bg-surface px-3 py-1.5 hover:bg-primary-soft"
          >
            <span className="min-w-0 grow">
              <span className="block font-mono font-semibold wrap-anywhere">{device.serialNumber}</span>
              <span className="block text-sm text-muted">
                {[device.equipmentName, device.modelName, device.departmentName].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Icon name="chevron-right" className="shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
