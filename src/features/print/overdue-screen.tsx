import { overduePaper } from '#contract/pages/papers/overdue.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { paths } from '#ui/paths.ts';
import { PaperFrame } from './paper-frame.tsx';

/** Lists overdue work, and devices that nobody found. */
export function OverduePaperScreen() {
  const now = useNow();
  const timeZone = useTimeZone();
  const today = useToday();
  const paper = useView(
    (view) =>
      view.ready
        ? overduePaper({ devices: view.all('device'), tasks: view.all('task') }, { now, timeZone })
        : undefined,
    // Recomputed each day, not each minute.
    [today, timeZone],
  );
  return (
    <PaperFrame
      title="Overdue and Not Located"
      back={{ to: paths.maintenance(), label: 'Maintenance' }}
      paper={paper}
    />
  );
}
