import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession, useSyncStatus, useView, useWarnings } from '#ui/engine/engine-provider.tsx';
import { Alert } from '../ui/alert.tsx';
import { Progress } from '../ui/progress.tsx';

const numbers = new Intl.NumberFormat('en-IN');

function counted(count: number, one: string, many: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}

/** Banners about the tablet as a whole: lost or full storage, a wrong clock, the first download. */
export function TabletBanners() {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const warnings = useWarnings().filter((warning) => !seen.includes(warning.code));
  return (
    <>
      {warnings.map(({ code, text }) => (
        <Alert key={code} tone="warn" onDismiss={() => setSeen([...seen, code])}>
          {text}
        </Alert>
      ))}
      <FirstDownload />
    </>
  );
}

/**
 * Says once for each hospital on this tablet, when its first download is complete, that the tablet is ready for the
 * ward.
 */
function FirstDownload() {
  const session = useSession();
  const hospitalId = session.kind === 'signed-in' ? session.session.hospital?.id : undefined;
  return hospitalId === undefined ? null : <HospitalDownload key={hospitalId} hospitalId={hospitalId} />;
}

function HospitalDownload({ hospitalId }: { hospitalId: string }) {
  const percent = useSyncStatus().downloadPercent;
  const complete = useView((view) => view.ready) && percent === null;
  const held = useView((view) =>
    [counted(view.count('device'), 'device', 'devices'), counted(view.count('template'), 'template', 'templates')].join(
      ', ',
    ),
  );
  const { pathname } = useLocation();
  const [told, setTold] = useState(() => readTold(hospitalId));
  const [toldOn, setToldOn] = useState<string | null>(null);
  const isNews = complete && !told;
  if (isNews && toldOn === null) setToldOn(pathname);
  useEffect(() => {
    if (isNews) keepTold(hospitalId);
  }, [isNews, hospitalId]);

  if (percent !== null) {
    return (
      <div className="rounded-control border border-info-line bg-info-soft px-4 py-3">
        <Progress label={`Getting ready for offline work: ${held} so far`} done={percent} total={100} />
      </div>
    );
  }
  return isNews && toldOn === pathname ? (
    <Alert tone="ok" onDismiss={() => setTold(true)}>
      Ready for offline work: {held}
    </Alert>
  ) : null;
}

const toldKey = (hospitalId: string) => `ready-told:${hospitalId}`;

function readTold(hospitalId: string): boolean {
  try {
    return localStorage.getItem(toldKey(hospitalId)) !== null;
  } catch {
    return false;
  }
}

function keepTold(hospitalId: string) {
  try {
    localStorage.setItem(toldKey(hospitalId), 'yes');
  } catch {
    // A browser that keeps nothing shows this again at the next start.
  }
}
