import { calibrationPaper } from '#contract/pages/papers/calibration.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { paths } from '#ui/paths.ts';
import { PaperFrame } from './paper-frame.tsx';

/** Every device that is calibrated, with its last calibration and the next one. */
export function CalibrationPaperScreen() {
  const now = useNow();
  const timeZone = useTimeZone();
  const today = useToday();
  const paper = useView(
    (view) =>
      view.ready
        ? calibrationPaper({ devices: view.all('device'), tasks: view.all('task') }, { now, timeZone })
        : undefined,
    // It changes with the day, not with the minute.
    [today, timeZone],
  );
  return (
    <PaperFrame title="Calibration Register" back={{ to: paths.maintenance(), label: 'Maintenance' }} paper={paper} />
  );
}
