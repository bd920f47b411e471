import { useState } from 'react';
import type { TesterRecord } from '#contract/records/test.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { isInDate } from '#contract/rules/test-result.ts';
import type { Scan } from '#contract/rules/qr-link.ts';
import { paths } from '#ui/paths.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { otherHospitalOf, scanProblem } from '#ui/scanner/device-of-scan.ts';
import { ScanDialog } from '#ui/scanner/scan-dialog.tsx';
import { ScanProblem } from '#ui/scanner/scan-fields.tsx';
import { type ScanAnswer, useScanInput } from '#ui/scanner/use-scan-input.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import type { TestDraft } from '../../work/test-draft.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { sameKey } from '#contract/rules/text.ts';

interface TestersFieldProps {
  testers: readonly TesterRecord[];
  used: TestDraft['testers'];
  today: LocalDay;
  onChange: (used: TestDraft['testers']) => void;
}

const same = (a: string, b: string): boolean => sameKey(a) === sameKey(b);

/** Selects the testers used, by ticking or by scanning their labels; an expired certificate is reported immediately. */
export function TestersField({ testers, used, today, onChange }: TestersFieldProps) {
  const [isScanning, setScanning] = useState(false);
  const shown = testers.toSorted((a, b) => inNaturalOrder(a.name, b.name));
  const set = (tester: TesterRecord, isUsed: boolean) => {
    const others = used.filter(({ testerId }) => testerId !== tester.id);
    const [certificate] = tester.certificates;
    onChange(isUsed && certificate ? [...others, { testerId: tester.id, certificateId: certificate.id }] : others);
  };
  const { hospital } = useSignedIn();
  const take = (scan: Scan): ScanAnswer => {
    const theirs = otherHospitalOf(scan, hospital?.id);
    if (theirs) return scanProblem(theirs);
    const serial = scan.serialNumber ?? scan.raw;
    const tester = testers.find((one) => same(one.serialNumber, serial) || same(one.serialNumber, scan.raw));
    if (!tester) return `There is no tester with serial number ${serial}.`;
    set(tester, true);
    setScanning(false);
    return null;
  };
  const input = useScanInput(take, { wedge: !isScanning });
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-sm font-semibold">Testers used</legend>
      <ScanProblem input={input} />
      {shown.length === 0 && (
        <p className="text-muted">
          No testers are registered yet. <ButtonLink to={paths.testers()}>Testers</ButtonLink>
        </p>
      )}
      <ul>
        {shown.map((tester) => {
          const chosen = used.find(({ testerId }) => testerId === tester.id);
          const certificate =
            tester.certificates.find(({ id }) => id === chosen?.certificateId) ?? tester.certificates[0];
          return (
            <li key={tester.id} className="border-b border-line last:border-0">
              <Checkbox
                checked={chosen !== undefined}
                onChange={(event) => set(tester, event.target.checked)}
                label={
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="font-medium wrap-anywhere">
                      {tester.name} <span className="font-mono">{tester.serialNumber}</span>
                    </span>
                    {certificate &&
                      (isInDate(certificate, today) ? (
                        <span className="text-sm text-muted">
                          {certificate.number}, until {formatSlashDay(certificate.dueOn)}
                        </span>
                      ) : (
                        <Badge tone="danger">out of date since {formatSlashDay(certificate.dueOn)}</Badge>
                      ))}
                  </span>
                }
              />
            </li>
          );
        })}
      </ul>
      {shown.length > 0 && (
        <Button variant="signal" icon="scan" onClick={() => setScanning(true)}>
          Scan a tester
        </Button>
      )}
      <ScanDialog open={isScanning} onClose={() => setScanning(false)} onScan={take} />
    </fieldset>
  );
}
