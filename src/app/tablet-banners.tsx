import { lazy, Suspense, useState } from 'react';
import { useSession, useSyncStatus, useWarnings } from '#ui/engine/engine-provider.tsx';
import { Alert } from '../ui/alert.tsx';
import { useHeld } from '../ui/press.ts';
import { wasToldReady } from './ready-told.ts';

/** Loaded only on a tablet that is not ready yet, so that elsewhere rows do not wait for it. */
const FirstDownload = lazy(async () => ({ default: (await import('./first-download.tsx')).FirstDownload }));

const none: ReturnType<typeof useWarnings> = [];

/** A dismissed banner returns if its cause recurs. */
const occurrence = ({ code, count }: (typeof none)[number]): string => `${code} ${count}`;

/** Shows banners about the tablet itself: lost or full storage, a wrong clock, the first download. */
export function TabletBanners() {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const told = useHeld(useWarnings(), none);
  const warnings = told.filter((warning) => !seen.includes(occurrence(warning)));
  return (
    <>
      {warnings.map((warning) => (
        <Alert key={warning.code} tone="warn" onDismiss={() => setSeen([...seen, occurrence(warning)])}>
          {warning.text}
        </Alert>
      ))}
      <GettingReady />
    </>
  );
}

function GettingReady() {
  const session = useSession();
  const hospitalId = session.kind === 'signed-in' ? session.session.hospital?.id : undefined;
  return hospitalId === undefined ? null : <OfHospital key={hospitalId} hospitalId={hospitalId} />;
}

function OfHospital({ hospitalId }: { hospitalId: string }) {
  const isDownloading = useSyncStatus().downloadPercent !== null;
  const [isNeeded, setNeeded] = useState(() => !wasToldReady(hospitalId));
  if (isDownloading && !isNeeded) setNeeded(true);
  return isNeeded ? (
    <Suspense>
      <FirstDownload hospitalId={hospitalId} />
    </Suspense>
  ) : null;
}
