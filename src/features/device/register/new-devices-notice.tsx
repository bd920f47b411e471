import { Link, useLocation } from 'react-router-dom';
import { counted } from '#contract/rules/counted.ts';
import { paths } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Made } from '#ui/ui/return-to.ts';

/** Serial numbers shown by name: a screen has room for no more. */
const mostNamed = 12;

/** Names the devices that Add New Equipment has just made, and offers their labels. Source: docs/product.md P340. */
export function NewDevicesNotice() {
  const { state } = useLocation() as { state: { made?: Made } | null };
  const devices = state?.made?.all ?? [];
  if (devices.length === 0) return null;
  const named = devices.slice(0, mostNamed);
  const more = devices.length - named.length;
  return (
    <Alert
      tone="ok"
      action={
        <ButtonLink to={paths.qrPrint()} state={{ devices: devices.map(({ id }) => id) }} icon="print">
          Print {counted(devices.length, 'label')}
        </ButtonLink>
      }
    >
      <p className="font-semibold">{counted(devices.length, 'new device')}</p>
      <p className="wrap-anywhere">
        {named.map(({ id, name }, at) => (
          <span key={id}>
            {at > 0 && ', '}
            <Link
              to={paths.device(name)}
              className="inline-flex min-h-target items-center font-mono font-semibold text-primary-ink underline underline-offset-4"
            >
              {name}
            </Link>
          </span>
        ))}
        {more > 0 && ` and ${more} more`}
      </p>
    </Alert>
  );
}
