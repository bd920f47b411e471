import type { RoundEntry } from '#contract/calls/round/submit.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { paths } from '#ui/paths.ts';
import { useMomentText } from '#ui/engine/use-now.ts';
import type { LostFile } from '#ui/engine/engine.ts';
import type { WriteState } from '#ui/engine/use-write.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import type { Tone } from '#ui/ui/tone.ts';
import { useNextRound } from './use-next-round.ts';
import { ReportLink } from './report-link.tsx';
import type { Received } from './use-round.ts';

interface RoundDoneProps {
  templateId: string;
  day: LocalDay;
  entries: readonly RoundEntry[];
  state: WriteState;
  message: string;
  received: Received;
  /** Photos that were left out of the saved round. */
  refusedFiles: readonly LostFile[];
}

const counted: readonly { status: RoundEntry['status']; tone: Tone; label: string }[] = [
  { status: 'Operational', tone: 'ok', label: 'Operational' },
  { status: 'Needs Attention', tone: 'warn', label: 'Needs Attention' },
  { status: 'Not Working', tone: 'danger', label: 'Not Working' },
  { status: 'Not Seen', tone: 'neutral', label: 'Not seen' },
];

/** Shows the outcome of the round, and what to do next. */
export function RoundDone({ templateId, day, entries, state, message, received, refusedFiles }: RoundDoneProps) {
  const moment = useMomentText();
  const next = useNextRound(templateId);
  const notWorking = entries.filter((entry) => entry.status === 'Not Working');
  return (
    <div className="space-y-4">
      {state === 'refused' ? (
        <Alert
          tone="danger"
          title="Submission failed. Please try again."
          action={<ButtonLink to={paths.outbox()}>Open the outbox</ButtonLink>}
        >
          {message}
        </Alert>
      ) : (
        <Alert tone={state === 'received' ? 'ok' : 'info'}>{message}</Alert>
      )}
      {refusedFiles.length > 0 && (
        <Alert tone="warn">Saved without {refusedFiles.map(({ name }) => name).join(', ')}.</Alert>
      )}
      {received.others.map((other) => (
        <Alert key={other.roundId} tone="warn">
          {other.by} submitted a round of this template for the same day at {moment(other.submittedAt)}. Both are kept.
        </Alert>
      ))}
      {received.notices.map((notice) => (
        <Alert key={notice} tone="warn">
          {notice}
        </Alert>
      ))}
      <Card title="This round">
        <ul className="flex flex-wrap gap-x-6 gap-y-3">
          {counted.map(({ status, tone, label }) => {
            const count = entries.filter((entry) => entry.status === status).length;
            return count === 0 ? null : (
              <li key={status} className="flex items-center gap-2">
                <span className="text-2xl font-bold">{count}</span>
                <Badge tone={tone}>{label}</Badge>
              </li>
            );
          })}
        </ul>
        {notWorking.length > 0 && (
          <ul className="mt-5 space-y-2 border-t border-line pt-4">
            {notWorking.map((entry) => (
              <li key={entry.serialNumber} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <span className="min-w-0 flex-1 basis-56">
                  <span className="block font-mono font-bold">{entry.serialNumber}</span>
                  <span className="block text-muted">{entry.description}</span>
                </span>
                {entry.installationBaseId !== undefined && (
                  <ReportLink
                    device={{ id: entry.installationBaseId, serialNumber: entry.serialNumber }}
                    day={day}
                    problem={entry.description}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {next && (
          <ButtonLink variant="primary" icon="rounds" to={paths.roundAdd(next.templateId)}>
            Next: {next.templateName} ({next.serials.length})
          </ButtonLink>
        )}
        <ButtonLink {...(!next && { variant: 'primary', icon: 'rounds' })} to={paths.rounds()}>
          Daily Rounds
        </ButtonLink>
        <ButtonLink to={paths.bmeDashboard()}>Dashboard</ButtonLink>
      </div>
    </div>
  );
}
