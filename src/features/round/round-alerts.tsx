import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { DraftNotice } from '#ui/forms/drafts/draft-notice.tsx';
import { WriteNotice } from '#ui/forms/offline/write-notice.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { OtherRounds } from './other-rounds.tsx';
import type { Round } from './use-round.ts';

interface RoundAlertsProps {
  round: Round;
  templateId: string;
  day: LocalDay;
  onStartAgain: () => void;
  onSubmit: () => void;
}

/** Shows messages above the rows: a refusal, failed storage, rounds of others, a continued draft. */
export function RoundAlerts({ round, templateId, day, onStartAgain, onSubmit }: RoundAlertsProps) {
  const { draft, write, ordered, open } = round;
  return (
    <>
      {write.isHeld &&
        (write.lost.length > 0 || write.isWaitingForRoom ? (
          <WriteNotice write={write} onSaveAgain={onSubmit} />
        ) : (
          <Alert tone="danger" title="Submission failed. Please try again.">
            {write.message}
          </Alert>
        ))}
      <DraftNotice state={draft.state} />
      {/* Not the one that is being submitted. */}
      {!round.sending && <OtherRounds templateId={templateId} day={day} />}
      {draft.restored && (
        <Alert tone="info" action={<Button onClick={onStartAgain}>Start again</Button>}>
          Your round continues where you left it: {ordered.length - open.length} of {ordered.length} answered.
        </Alert>
      )}
    </>
  );
}
