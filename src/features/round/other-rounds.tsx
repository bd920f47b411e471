import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useMomentText } from '#ui/engine/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';

/**
 * Says that this round has already been done today; a second round of the day is kept as well. Source: docs/product.md
 * P43.
 */
export function OtherRounds({ templateId, day }: { templateId: string; day: LocalDay }) {
  const moment = useMomentText();
  const rounds = useView(
    (view) => view.all('round').filter((round) => round.templateId === templateId && round.on === day),
    [templateId, day],
  );
  const last = rounds.toSorted((a, b) => (a.submittedAt < b.submittedAt ? 1 : -1)).at(0);
  if (!last) return null;
  return (
    <Alert tone="info">
      {last.by} submitted a round of this template for this day at {moment(last.submittedAt)}. If you submit another,
      both are kept.
    </Alert>
  );
}
