import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '#ui/paths.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { useDirtyForm } from '#ui/forms/drafts/dirty-forms.ts';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { RoundAlerts } from './round-alerts.tsx';
import { RoundDialogs } from './round-dialogs.tsx';
import { RoundDone } from './round-done.tsx';
import { RoundFoot } from './round-foot.tsx';
import { RoundGroups } from './round-groups.tsx';
import { type SentRound, useRoundActs } from './use-round-acts.ts';
import { type Round, type RoundProps, useRound } from './use-round.ts';
import { useSubmittedMark } from './submitted-mark.ts';
import { useRowsDrawn } from './use-rows-drawn.ts';

type RoundFormProps = RoundProps & {
  /** Serial number of the device to start at. */
  startSerial: string;
};

/** Shows one round from the first tap to its outcome. */
export function RoundForm({ startSerial, ...props }: RoundFormProps) {
  const round = useRound(props);
  const [sent, setSent] = useState<SentRound | null>(null);
  const [isMarked, markSubmitted] = useSubmittedMark();
  useDirtyForm(sent === null && Object.keys(round.draft.value.rows).length > 0);
  if (sent) {
    const { state, message, refusedFiles } = round.write;
    const { template, day } = props;
    return <RoundDone {...sent} {...{ templateId: template.id, day, state, message, refusedFiles }} />;
  }
  // An empty copy of a submitted round, after unlocking or Back, would look as if nothing had been recorded.
  if (isMarked) return <Navigate to={paths.rounds()} replace />;
  if (!round.draft.ready) {
    return (
      <Card flush>
        <SkeletonRows rows={8} columns={3} />
      </Card>
    );
  }
  return (
    <RoundUnderWay
      round={round}
      props={props}
      startSerial={startSerial}
      onSent={(result) => {
        setSent(result);
        markSubmitted();
      }}
    />
  );
}

interface RoundUnderWayProps {
  round: Round;
  props: RoundProps;
  startSerial: string;
  onSent: (sent: SentRound) => void;
}

/** Shows the rows of a round in progress with their actions, until it is submitted. */
function RoundUnderWay({ round, props: { template, day, draftKey }, startSerial, onSent }: RoundUnderWayProps) {
  const engine = useEngine();
  const [startDeviceId] = useState(() =>
    startSerial === '' ? undefined : engine.view().deviceBySerial(startSerial)?.id,
  );
  const acts = useRoundActs(round, { template, day, startDeviceId, onSent });
  const { draft, ordered, open } = round;
  const mostRows = useRowsDrawn(ordered.length);
  const addButton = (
    <Button icon="plus" onClick={() => acts.show({ name: 'add' })}>
      Add a device
    </Button>
  );
  return (
    // The footer keeps its position at the end of the rows too, so that toasts above it stay in one place.
    <div className="-mb-5 space-y-4 docked:-mb-13">
      <RoundAlerts
        round={round}
        templateId={template.id}
        day={day}
        onStartAgain={() => acts.show({ name: 'start-again' })}
        onSubmit={acts.submit}
      />
      {ordered.length === 0 ? (
        <Card>
          <EmptyState title="No devices in this template." icon="rounds" action={addButton} />
        </Card>
      ) : (
        <>
          {/* Text typed while the round is being sent would be lost. */}
          <div inert={round.sending} className="space-y-4">
            <RoundGroups
              departments={round.departments}
              mostRows={mostRows}
              draft={draft.value}
              draftKey={draftKey}
              day={day}
              templateDeviceIds={template.deviceIds}
              missing={acts.missing}
              onChange={acts.change}
              onConfirmPlace={acts.confirmPlace}
              onPhoto={round.addPhoto}
            />
            <div className="flex flex-wrap justify-between gap-3 max-sm:*:grow">
              {addButton}
              {open.length > 0 && (
                <Button icon="check" onClick={acts.confirmRest}>
                  Confirm the rest as Operational
                </Button>
              )}
            </div>
          </div>
          <RoundFoot
            notice={acts.notice}
            onDismiss={acts.dismissNotice}
            answered={ordered.length - open.length}
            total={ordered.length}
            draftState={draft.state}
            busy={round.sending || round.preparing}
            onScan={() => acts.show({ name: 'scan', hit: null, stranger: null, declined: [] })}
            onSubmit={acts.submit}
          />
        </>
      )}
      <RoundDialogs round={round} acts={acts} templateName={template.name} />
    </div>
  );
}
