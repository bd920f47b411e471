import { useState } from 'react';
import type { Step } from '#contract/records/procedure.ts';
import { Button } from '#ui/ui/button.tsx';
import { StepCard } from '../../../work/step-card.tsx';
import { answerAt, type DraftAnswer } from '../../../work/test-draft.ts';

interface StepPreviewProps {
  steps: readonly Step[];
  /** The step opened last. */
  shownId: string | null;
  onShow: (id: string) => void;
}

/** Shows the steps as they appear on a phone, to try out; nothing is saved. */
export function StepPreview({ steps, shownId, onShow }: StepPreviewProps) {
  const [answers, setAnswers] = useState<Readonly<Record<string, DraftAnswer>>>({});
  const at = Math.max(
    0,
    steps.findIndex(({ id }) => id === shownId),
  );
  const step = steps[at];
  if (!step) return null;
  const show = (place: number) => {
    const next = steps[place];
    if (next) onShow(next.id);
  };
  return (
    <section aria-label="Preview on a phone" className="space-y-2 lg:sticky lg:top-24">
      <h2 className="text-sm font-semibold">On a phone</h2>
      <div className="w-full max-w-[22.5rem] space-y-4 rounded-card border-4 border-line-strong bg-surface p-4">
        <p className="text-sm text-muted">
          Step {at + 1} of {steps.length}
        </p>
        <StepCard
          step={step}
          number={at + 1}
          answer={answerAt({ answers }, step.id)}
          earlier={undefined}
          onChange={(more) =>
            setAnswers((now) => ({ ...now, [step.id]: { ...answerAt({ answers: now }, step.id), ...more } }))
          }
          photos={<p className="text-sm text-muted">Photos are taken in this step.</p>}
        />
        <div className="flex flex-wrap gap-3 *:grow">
          <Button icon="chevron-left" disabled={at === 0} onClick={() => show(at - 1)}>
            Back
          </Button>
          <Button disabled={at === steps.length - 1} onClick={() => show(at + 1)}>
            Next
          </Button>
        </div>
      </div>
    </section>
  );
}
