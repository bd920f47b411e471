import { paths } from '#ui/paths.ts';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import '#ui/ui/paper-only.css';
import './ward-page.css';

const steps = [
  'Scan the QR label on the device with the camera of your phone, and open the link.',
  'Press “Report a fault” and choose what is wrong.',
  'Press “Send”. The page shows what becomes of your report.',
];

/** Shows a page to hang up on wards: how anyone reports a fault from a label. Source: docs/product.md P312. */
export function WardPageScreen() {
  const { hospital } = useSignedIn();
  const setting = useView((view) => view.get('setting', 'reports'));
  const { isOn, helpline, labelLine } =
    setting?.id === 'reports' ? setting : { isOn: false, helpline: '', labelLine: '' };
  return (
    <>
      <PageHeader
        title="Page for the Ward"
        back={{ to: paths.qrPrint(), label: 'Labels' }}
        actions={
          <Button variant="primary" icon="print" onClick={() => window.print()}>
            Print
          </Button>
        }
      />
      {!isOn && (
        <div className="mb-4">
          <Alert tone="warn">
            Reports from labels are switched off: nobody can report a fault from a label yet. The office can switch them
            on under Fault Reports.
          </Alert>
        </div>
      )}
      <article
        aria-label="Page for the ward"
        className="ward-page paper-only rounded-tag border border-line shadow-card"
      >
        <h2>Scan the label to report a fault</h2>
        {labelLine !== '' && (
          <p dir="auto" className="ward-second">
            {labelLine}
          </p>
        )}
        <span aria-hidden="true" className="ward-sign">
          <Icon name="qr" size={160} />
        </span>
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>No app and no account needed. It works with any phone, also in हिन्दी, தமிழ், বাংলা and العربية.</p>
        {helpline !== '' && <p className="ward-helpline">Helpline {helpline}</p>}
        <p className="ward-hospital">{hospital?.name}</p>
      </article>
    </>
  );
}
