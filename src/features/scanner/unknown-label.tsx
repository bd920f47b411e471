import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#ui/paths.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { SerialSearchField } from '#ui/scanner/serial-search-field.tsx';

/** Devices shown for a search. */
const mostFound = 8;

interface UnknownLabelProps {
  serialNumber: string;
  offline: boolean;
  onAgain: () => void;
}

/** Shows what was read if no device of the hospital has it, and offers next steps. */
export function UnknownLabel({ serialNumber, offline, onAgain }: UnknownLabelProps) {
  const [text, setText] = useState('');
  const found = useView((view) => (text.trim() === '' ? [] : view.searchDevices(text, mostFound)), [text]);
  return (
    <Card tone="warn">
      <div role="alert">
        <p className="flex items-center gap-2 text-lg font-bold">
          <Icon name="warning" className="text-warn" />
          Unknown label
        </p>
        <p className="mt-1">
          Read: <span className="font-mono font-semibold wrap-anywhere">{serialNumber}</span>. This tablet knows no
          device of your hospital with this serial number.
        </p>
      </div>
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
        {text.trim() !== '' && found.length === 0 && <p className="text-muted">No device fits “{text.trim()}”.</p>}
        <ul>
          {found.map((device) => (
            <li key={device.id}>
              <Link
                to={paths.device(device.serialNumber)}
                className="block min-h-target rounded-tag px-2 py-1.5 hover:bg-primary-soft"
              >
                <span className="font-semibold">{device.serialNumber}</span>
                <span className="block text-sm text-muted">
                  {[device.equipmentName, device.modelName, device.departmentName].filter(Boolean).join(' · ')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
