import { useParams } from 'react-router-dom';
import { counted } from '#contract/rules/counted.ts';
import type { RoundPage } from '#contract/calls/round/read.ts';
import { buildRoundPage } from '#contract/pages/round.ts';
import { isKept, keptDays } from '#contract/rules/round-entry.ts';
import { formatLongDay } from '#contract/rules/long-day.ts';
import { paths } from '#ui/paths.ts';
import { AttachedFiles } from '#ui/work/attached-files.tsx';
import { EstimatedTime } from '#ui/work/estimated-time.tsx';
import { WaitingBadge } from '#ui/work/status-badges.tsx';
import { CallError } from '#ui/engine/engine.ts';
import { LoadProblem } from '#ui/engine/load-problem.tsx';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useMomentText, useReplicaAsOf, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { FoundCounts } from './found-counts.tsx';
import { gatherRoundPage } from './gather-round-page.ts';
import { RoundEntries } from './round-entries.tsx';

const toRounds = { to: paths.rounds(), label: 'Daily Rounds' };

/** Shows a submitted round: who did it and when, what was found at each device, and the outcome. */
export function RoundPageScreen() {
  const { roundId = '' } = useParams();
  return <OneRound key={roundId} roundId={roundId} />;
}

/**
 * Returns the page from the replica, completed by the server's answer; if the replica lacks the round, from the answer
 * alone.
 */
function useRoundPage(roundId: string) {
  const timeZone = useTimeZone();
  const isWaiting = useView((view) => view.isPending('round', roundId), [roundId]);
  const { data, error, loading, reload } = useOnlineCall(
    'roundPage',
    { params: { id: roundId } },
    { enabled: !isWaiting },
  );
  const page = useView(
    (view) => {
      const round = view.get('round', roundId);
      return round ? buildRoundPage(gatherRoundPage(view, round, data), timeZone) : data;
    },
    [roundId, data, timeZone],
  );
  return { page, isWaiting, error, loading, reload };
}

function OneRound({ roundId }: { roundId: string }) {
  const { page, isWaiting, error, loading, reload } = useRoundPage(roundId);
  const moment = useMomentText();
  const asOf = useReplicaAsOf();
  useRecordTitle(page && `${page.templateName ?? ''} ${formatLongDay(page.on)}`.trim());
  if (!page) return <NoRound error={error} reload={reload} />;
  return (
    <>
      <PageHeader
        title={page.templateName ?? 'Daily Round'}
        asOf={asOf}
        back={{ to: paths.roundsOfTemplate(page.templateId), label: 'Submitted rounds' }}
        subtitle={
          <>
            <span>
              Round of <strong className="text-ink">{formatLongDay(page.on)}</strong>
            </span>
            <span>
              Submitted {moment(page.submittedAt)} by {page.by}
              <EstimatedTime tabletTime={page.tabletTime} />
            </span>
            {isWaiting && <WaitingBadge />}
          </>
        }
      />
      <div className="space-y-5">
        <FoundCounts round={page} />
        <MissingEntries page={page} loading={loading} />
        {page.entries.length > 0 && <RoundEntries on={page.on} entries={page.entries} />}
        <RoundPhotos page={page} />
      </div>
    </>
  );
}

/** Says which parts of the round this tablet does not have. */
function MissingEntries({ page: { missing, on }, loading }: { page: RoundPage; loading: boolean }) {
  const today = useToday();
  if (missing === 0) return null;
  if (loading) {
    return (
      <Card flush>
        <SkeletonRows rows={4} columns={3} label="Loading the devices of the round..." />
      </Card>
    );
  }
  const what = `What the round found at ${counted(missing, 'device')} needs the network.`;
  return <Alert tone="info">{isKept(on, today) ? what : `This tablet keeps them for ${keptDays} days. ${what}`}</Alert>;
}

function RoundPhotos({ page: { entries } }: { page: RoundPage }) {
  const photos = entries.flatMap(({ photos: own, serialNumber }) => own.map((photo) => ({ ...photo, serialNumber })));
  if (photos.length === 0) return null;
  return (
    <Card title="Photos" flush>
      <AttachedFiles files={photos} noteOf={({ serialNumber }) => serialNumber} />
    </Card>
  );
}

function NoRound({ error, reload }: { error: Error | null; reload: () => void }) {
  const isUnknown = error instanceof CallError && error.problem?.status === 404;
  return (
    <>
      <PageHeader title="Daily Round" back={toRounds} />
      {error && !isUnknown ? (
        <LoadProblem
          call={{ error, reload }}
          offline="This round is not on this tablet, and there is no connection to look it up."
          failed="Failed to load the round."
        />
      ) : (
        <Card flush={!isUnknown}>
          {isUnknown ? (
            <EmptyState
              title="Round not found."
              icon="rounds"
              action={<ButtonLink to={paths.rounds()}>Daily Rounds</ButtonLink>}
            >
              It does not exist in this hospital.
            </EmptyState>
          ) : (
            <SkeletonRows rows={8} columns={4} label="Loading the round..." />
          )}
        </Card>
      )}
    </>
  );
}
