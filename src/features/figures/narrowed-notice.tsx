import type { FiguresPage } from '#contract/calls/figures.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { type AskedFigures, splitLabels } from './figure-question.ts';

interface NarrowedNoticeProps {
  narrowed: FiguresPage['narrowed'];
  ask: (changes: Partial<AskedFigures>) => void;
}

/** Says that the figures are only those of one department, type, model, vendor or risk. */
export function NarrowedNotice({ narrowed, ask }: NarrowedNoticeProps) {
  if (!narrowed) return null;
  return (
    <Alert
      tone="info"
      action={<Button onClick={() => ask({ split: undefined, value: undefined })}>Show the whole hospital</Button>}
    >
      {splitLabels[narrowed.split]}: <strong>{narrowed.label}</strong> only
    </Alert>
  );
}
