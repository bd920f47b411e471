import { limitsPaper } from '#contract/pages/papers/limits.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { paths } from '#ui/paths.ts';
import { PaperFrame } from './paper-frame.tsx';

/** The limits that the hospital has not confirmed, from the data on this tablet. */
export function LimitsPaperScreen() {
  const today = useToday();
  const paper = useView((view) => (view.ready ? limitsPaper(view.all('procedure'), today) : undefined), [today]);
  return <PaperFrame title="Limits to Confirm" back={{ to: paths.procedures(), label: 'Procedures' }} paper={paper} />;
}
