import { type ComponentProps, useState } from 'react';
import { readScan } from '#contract/rules/qr-link.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { SearchField } from '#ui/ui/search-field.tsx';
import { scanProblem, useDeviceOfScan } from './device-of-scan.ts';

/** Searches for devices; a scanned label is searched by its serial number, unless it belongs to another hospital. */
export function SerialSearchField({ className, ...search }: Omit<ComponentProps<typeof SearchField>, 'entered'>) {
  const decide = useDeviceOfScan();
  const [problem, setProblem] = useState<string | null>(null);
  const entered = (text: string): string => {
    const scan = readScan(text);
    setProblem(null);
    if (scan.kind === 'serial') return text;
    const scanned = decide(scan);
    if (scanned.kind === 'device' || scanned.kind === 'unknown') return scanned.serialNumber;
    setProblem(scanProblem(scanned));
    return '';
  };
  return (
    <div className={className}>
      <SearchField {...search} entered={entered} />
      {problem !== null && (
        <div className="mt-2">
          <Alert tone="warn" onDismiss={() => setProblem(null)}>
            {problem}
          </Alert>
        </div>
      )}
    </div>
  );
}
