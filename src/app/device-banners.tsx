import { useEffect, useRef, useState } from 'react';
import { useSyncStatus, useView, useWarnings } from '../resource/engine-provider.tsx';
import { Alert } from '../ui/alert.tsx';
import { Progress } from '../ui/progress.tsx';

const numbers = new Intl.NumberFormat('en-IN');

function counted(count: number, one: string, many: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}

/** What concerns the device as a whole: lost or full storage, a wrong clock, the first download. */
export function DeviceBanners() {
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

function FirstDownload() {
  const percent = useSyncStatus().downloadPercent;
  const held = useView((view) =>
    [counted(view.count('device'), 'device', 'devices'), counted(view.count('template'), 'template', 'templates')].join(
      ', ',
    ),
  );
  const running = percent !== null;
  const was = useRef(running);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (was.current && !running) setReady(true);
    was.current = running;
  }, [running]);

  if (running) {
    return (
      <div className="rounded-control border border-info-line bg-info-soft px-4 py-3">
        <Progress label={`Getting ready for offline work: ${held} so far`} done={percent} total={100} />
      </div>
    );
  }
  return ready ? (
    <Alert tone="ok" onDismiss={() => setReady(false)}>
      Ready for offline work: {held}
    </Alert>
  ) : null;
}
