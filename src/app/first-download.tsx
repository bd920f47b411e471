import { counted } from '#contract/rules/counted.ts';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSyncStatus, useView } from '#ui/engine/engine-provider.tsx';
import { useStartTrouble } from '#ui/platform/start-trouble.ts';
import { Alert } from '../ui/alert.tsx';
import { useHeld } from '../ui/press.ts';
import { Progress } from '../ui/progress.tsx';
import { useAppFiles } from './app-files.ts';
import { keepToldReady, wasToldReady } from './ready-told.ts';

/** Tells the user that this tablet is ready for the ward, once per hospital, when its first download is complete. */
export function FirstDownload({ hospitalId }: { hospitalId: string }) {
  const percent = useSyncStatus().downloadPercent;
  const { done, total, opensOffline } = useAppFiles();
  const complete = useView((view) => view.ready) && percent === null && opensOffline;
  const held = useView((view) =>
    [counted(view.count('device'), 'device', 'devices'), counted(view.count('template'), 'template', 'templates')].join(
      ', ',
    ),
  );
  const { pathname } = useLocation();
  const [told, setTold] = useState(() => wasToldReady(hospitalId));
  const [toldOn, setToldOn] = useState<string | null>(null);
  const isNews = complete && !told;
  if (isNews && toldOn === null) setToldOn(pathname);
  useEffect(() => {
    if (isNews) keepToldReady(hospitalId);
  }, [isNews, hospitalId]);

  const trouble = useStartTrouble();
  const isStoringFiles = !opensOffline && !told && trouble === null;
  const latest = percent !== null ? 'rows' : isStoringFiles ? 'files' : isNews ? 'ready' : null;
  const phase = useHeld(latest, null);

  if (phase === 'rows') {
    return (
      <div className="rounded-control border border-info-line bg-info-soft px-4 py-3">
        <Progress
          label={`Getting ready for offline work: ${held} so far`}
          unit="%"
          done={percent ?? 100}
          total={100}
          isSpoken
        />
      </div>
    );
  }
  if (phase === 'files') {
    const label = `Getting ready for offline work: ${held}, and the app itself`;
    return (
      <div className="rounded-control border border-info-line bg-info-soft px-4 py-3">
        {total > 0 ? (
          <Progress label={label} unit="files" done={done} total={total} isSpoken />
        ) : (
          <p className="text-sm font-semibold">{label}</p>
        )}
      </div>
    );
  }
  return phase === 'ready' && toldOn === pathname ? (
    <Alert tone="ok" onDismiss={() => setTold(true)}>
      Ready for offline work: {held}
    </Alert>
  ) : null;
}
