import { useEffect, useRef } from 'react';
import type { DraftState } from '#ui/forms/drafts/draft-keeper.ts';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { Icon } from '#ui/ui/icons.tsx';
import { Progress } from '#ui/ui/progress.tsx';
import { raiseToasts } from '#ui/ui/toast.tsx';
import { type Tone, toneIcon, toneSoft, toneText } from '#ui/ui/tone.ts';
import { useAfterMount } from '#ui/ui/use-after-mount.ts';

/** A message next to the buttons, where a toast would cover them. */
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

/**
 * Shows the progress of the round, always visible and within reach of the thumb; it is low on a phone to leave room for
 * the rows.
 */
export function RoundFoot({ notice, onDismiss, answered, total, draftState, busy, onScan, onSubmit }: RoundFootProps) {
  const foot = useRef<HTMLElement>(null);
  useEffect(() => publishHeight(foot.current), []);
  return (
    <section
      ref={foot}
      aria-label="Round"
      className="sticky bottom-[calc(env(safe-area-inset-bottom)+var(--dock-height,0px)+0.5rem)] z-20 flex flex-wrap items-center gap-x-6 gap-y-2.5 rounded-card border border-line-strong bg-raised p-3 shadow-float max-sm:bottom-[calc(env(safe-area-inset-bottom)+var(--dock-height,0px))] max-sm:-mx-2 max-sm:gap-x-3 max-sm:gap-y-1 max-sm:p-1.5 sm:px-4 low:bottom-[env(safe-area-inset-bottom)] low:max-h-[38dvh] low:overflow-y-auto low:overscroll-contain low:py-1.5"
    >
      {notice && <Notice key={notice.text} notice={notice} onDismiss={onDismiss} />}
      <div className="min-w-0 flex-1 sm:basis-64">
        <Progress
          slim
          label={draftState === 'failed' ? 'Not stored' : 'Kept on this tablet'}
          done={answered}
          total={total}
        />
        {/* A screen reader announces nothing else when Space confirms the proposed status. */}
        <output className="sr-only">
          {answered} of {total} answered
        </output>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:gap-2">
        <Button variant="signal" icon="scan" onClick={onScan} className="max-sm:px-3!">
          Scan
        </Button>
        <Button variant="primary" busy={busy} onClick={onSubmit} className="whitespace-nowrap max-sm:px-3!">
          Submit Rounds
        </Button>
      </div>
    </section>
  );
}

/** Publishes the footer's height to the toasts, which must not cover it; returns a cleanup function. */
function publishHeight(foot: HTMLElement | null): () => void {
  const observer = new ResizeObserver(([entry]) => raiseToasts(entry?.borderBoxSize[0]?.blockSize ?? 0));
  if (foot) observer.observe(foot);
  return () => {
    observer.disconnect();
    raiseToasts(null);
  };
}

function Notice({ notice: { tone, text, undo }, onDismiss }: { notice: FootNotice; onDismiss: () => void }) {
  const filled = useAfterMount();
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex w-full items-center gap-2 rounded-control border pl-3', toneSoft[tone])}
    >
      {filled && (
        <>
          <Icon name={toneIcon[tone]} className={toneText[tone]} />
          <span className="min-w-0 flex-1 py-1 leading-snug text-ink max-sm:text-sm">{text}</span>
          {undo && (
            <Button variant="ghost" onClick={undo} className="px-2! underline underline-offset-4">
              Undo
            </Button>
          )}
          <IconButton icon="x" label="Dismiss" onClick={onDismiss} />
        </>
      )}
    </div>
  );
}
