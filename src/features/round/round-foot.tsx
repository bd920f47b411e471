import type { DraftState } from '#ui/forms/drafts/draft-keeper.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Progress } from '#ui/ui/progress.tsx';
import type { Tone } from '#ui/ui/tone.ts';

/** A message next to the buttons, which toasts would cover. */
export interface FootNotice {
  tone: Tone;
  text: string;
  undo?: () => void;
}

interface RoundFootProps {
  notice: FootNotice | null;
  onDismiss: () => void;
  answered: number;
  total: number;
  draftState: DraftState;
  busy: boolean;
  onScan: () => void;
  onSubmit: () => void;
}

/** The progress of the round, always visible and within reach of the thumb. */
export function RoundFoot({ notice, onDismiss, answered, total, draftState, busy, onScan, onSubmit }: RoundFootProps) {
  return (
    <div className="sticky bottom-[calc(env(safe-area-inset-bottom)+var(--dock-height,0px)+0.5rem)] z-20 flex flex-wrap items-center gap-x-6 gap-y-2.5 rounded-card border border-line-strong bg-raised p-3 shadow-float sm:px-4">
      {notice && (
        <div key={notice.text} className="w-full">
          <Alert
            tone={notice.tone}
            onDismiss={onDismiss}
            action={notice.undo && <Button onClick={notice.undo}>Undo</Button>}
          >
            {notice.text}
          </Alert>
        </div>
      )}
      <div className="min-w-0 flex-1 basis-64">
        <Progress
          label={draftState === 'failed' ? 'Not stored' : 'Kept on this device'}
          done={answered}
          total={total}
        />
      </div>
      <div className="flex gap-3 max-sm:w-full max-sm:*:grow">
        <Button variant="signal" icon="scan" onClick={onScan}>
          Scan
        </Button>
        <Button variant="primary" busy={busy} onClick={onSubmit}>
          Submit Rounds
        </Button>
      </div>
    </div>
  );
}
