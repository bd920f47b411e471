import { testerPaper } from '#contract/pages/papers/testers.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { paths } from '#ui/paths.ts';
import { PaperFrame } from './paper-frame.tsx';

/** Shows the register of testers, from the data on this tablet. */
export function TesterPaperScreen() {
  const now = useNow();
  const timeZone = useTimeZone();
  const today = useToday();
  const paper = useView(
    (view) =>
      view.ready ? testerPaper({ testers: view.all('tester'), tests: view.all('test') }, { now, timeZone }) : undefined,
    // Recomputed each day, not each minute.
    [today, timeZone],
  );
  return <PaperFrame title="Tester Register" back={{ to: paths.testers(), label: 'Testers' }} paper={paper} />;
}
