import { useCallback, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { roundBody } from '#contract/calls/round/submit.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { formatLongDay } from '#contract/rules/long-day.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { useEngine, useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { useCorrection } from '#ui/forms/offline/use-correction.ts';
import { useReplicaAsOf } from '#ui/engine/use-now.ts';
import { useDayOfForm } from '#ui/forms/day-of-form.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { useLoaded } from '#ui/ui/use-loaded.ts';
import { roundDraftKey } from '#ui/work/round-under-way.ts';
import { draftOf, emptyRound } from './round-draft.ts';
import { dayOfRound, unfinishedDays } from './round-draft-store.ts';
import { RoundForm } from './round-form.tsx';

const title = 'Add Daily Rounds';
const back = { to: paths.rounds(), label: 'Back' };

/** Add Daily Rounds: walks through one template and submits what was seen. Source: docs/product.md P44. */
export function RoundScreen() {
  const { templateId = '' } = useParams();
  const [params] = useSearchParams();
  const asOf = useReplicaAsOf();
  const { userId } = useSignedIn();
  const correction = useCorrection('submitRound');
  const refused = correction && roundBody.safeParse(correction.body).data;
  const today = useDayOfForm();
  // The draft keeps the day on which it was started, even if the clock turns out to be wrong.
  const [begunOn] = useState(today);
  const draftDay = refused?.[0]?.date ?? dayOfRound(params.get('day'), begunOn);
  const day = !refused && draftDay === begunOn ? today : draftDay;
  const ready = useView((view) => view.ready);
  const template = useView((view) => view.get('template', templateId), [templateId]);
  useRecordTitle(template?.name);

  if (!template) {
    return (
      <>
        <PageHeader title={title} back={back} />
        <Card flush={!ready}>
          {ready ? (
            <EmptyState
              title="Template not found."
              icon="rounds"
              action={<ButtonLink to={paths.rounds()}>Daily Rounds</ButtonLink>}
            >
              It may have been deleted, or this tablet has not downloaded it yet.
            </EmptyState>
          ) : (
            <SkeletonRows rows={8} columns={3} />
          )}
        </Card>
      </>
    );
  }
  const draftKey = correction
    ? `round-correction:${correction.id}`
    : roundDraftKey({ templateId, day: draftDay, userId });
  return (
    <>
      <PageHeader
        title={title}
        asOf={asOf}
        back={back}
        subtitle={
          <span>
            <strong className="text-ink">{template.name}</strong> · {formatLongDay(day)}
          </span>
        }
      />
      {!correction && <UnfinishedRounds templateId={templateId} day={begunOn} current={draftDay} userId={userId} />}
      <RoundForm
        key={draftKey}
        template={template}
        day={day}
        draftKey={draftKey}
        initial={refused ? draftOf(refused) : emptyRound}
        correction={correction}
        startSerial={params.get('serial') ?? ''}
      />
    </>
  );
}

interface UnfinishedRoundsProps {
  templateId: string;
  day: LocalDay;
  current: LocalDay;
  userId: string;
}

/** Lists rounds of earlier days that were started on this tablet but not submitted. */
function UnfinishedRounds({ templateId, day, current, userId }: UnfinishedRoundsProps) {
  const engine = useEngine();
  const days = useLoaded(
    useCallback(() => unfinishedDays(engine, { templateId, day, userId }), [engine, templateId, day, userId]),
  );
  const earlier = days?.filter((found) => found !== current);
  if (!earlier?.length) return null;
  return (
    <div className="mb-4">
      <Alert
        tone="warn"
        title="An earlier round was not submitted"
        action={earlier.map((found) => (
          <ButtonLink key={found} to={withQuery(paths.roundAdd(templateId), { day: found })}>
            Continue the round of {formatShortDay(found)}
          </ButtonLink>
        ))}
      >
        What you recorded is still on this tablet.
      </Alert>
    </div>
  );
}
