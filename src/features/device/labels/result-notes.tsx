import { useState } from 'react';
import { Link } from 'react-router-dom';
import { counted } from '#contract/rules/counted.ts';
import { paths } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { notKnown } from './label-test.ts';
import type { ResultLabels } from './result-labels.ts';

/** Shows what the user should know before printing result labels. */
export function ResultNotes({ results: { untested, waiting, unknown, adjusted } }: { results: ResultLabels }) {
  return (
    <>
      {untested.length > 0 && <Untested devices={untested} />}
      {adjusted.length > 0 && (
        <Alert tone="info" title="Found out of limits and adjusted">
          <ul>
            {adjusted.map(({ id, words }) => (
              <li key={id} className="wrap-anywhere">
                {words}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {unknown > 0 && (
        <Alert tone="warn" title={`${counted(unknown, 'label says', 'labels say')} “${notKnown}”`}>
          Those tests were made by another version of the procedure, which this tablet does not hold. Connect to the
          network to print their results.
        </Alert>
      )}
      {waiting > 0 && (
        <Alert tone="warn">
          {counted(waiting, 'test has', 'tests have')} not reached the server yet: the result may still change.
        </Alert>
      )}
    </>
  );
}

/** Lists the devices without a result label, with links, once the user opens the list. */
function Untested({ devices }: { devices: ResultLabels['untested'] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Alert
        tone="info"
        action={
          <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide Devices' : 'Show Devices'}
          </Button>
        }
      >
        {counted(
          devices.length,
          'device has no test on this tablet and gets no label.',
          'devices have no test on this tablet and get no label.',
        )}{' '}
        Tablets hold the tests of the last 400 days.
      </Alert>
      {isOpen && (
        <ul aria-label="Devices without a test" className="max-h-72 divide-y divide-line overflow-y-auto">
          {devices.map(({ id, serialNumber, equipmentName }) => (
            <li key={id}>
              <Link
                to={paths.device(serialNumber)}
                className="flex min-h-target items-center wrap-anywhere text-primary-ink underline underline-offset-4"
              >
                {equipmentName} ({serialNumber})
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
