import { type ReactNode, useEffect, useRef, useState } from 'react';
import { counted } from '#contract/rules/counted.ts';
import { photosOf, photosOfCorrected, testersFor } from '#contract/calls/test/body.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { ProcedureRecord } from '#contract/records/test.ts';
import { earlierReadings } from '#contract/rules/test-result.ts';
import { ResultBadge } from '#ui/work/result-badge.tsx';
import { useEngine, useView } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { useDirtyForm } from '#ui/forms/drafts/dirty-forms.ts';
import { DraftNotice } from '#ui/forms/drafts/draft-notice.tsx';
import { useDraft } from '#ui/forms/drafts/use-draft.ts';
import { WriteNotice } from '#ui/forms/offline/write-notice.tsx';
import { paths } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { Progress } from '#ui/ui/progress.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { ResultCard } from './result-card.tsx';
import { StepCard } from '../../work/step-card.tsx';
import { StartAgain, VersionNote } from './start-again.tsx';
import { createStepRest } from './step-rest.ts';
import { deleteStepPhotos, StepPhotos } from './step-photos.tsx';
import { useSaveTest } from './use-save-test.ts';
import {
  answerAt,
  answersOf,
  blankDraft,
  isAnswered,
  judgeDraft,
  type TestDraft,
  type TestTarget,
} from '../../work/test-draft.ts';
import { CountsFor, countedTask, useDueTasks } from './counts-for.tsx';
import { useWide } from './use-wide.ts';

/** Everything needed to fill in a test. */
export interface FillFormProps {
  /** The current procedure; undefined if it was deleted. */
  procedure: ProcedureRecord | undefined;
  device: DeviceRecord;
  target: TestTarget;
  draftKey: string;
  initial: TestDraft;
  /** The refused entry that this test corrects. */
  replaces: string | undefined;
}

/** Fills in a test: one step at a time on a phone, a list of all steps from tablet width on. Every change is stored. */
export function FillForm({ procedure, device, target, draftKey, initial, replaces }: FillFormProps) {
  const engine = useEngine();
  const today = useToday();
  const isWide = useWide();
  const draft = useDraft<TestDraft>(draftKey, initial);
  const testers = useView((view) => testersFor(target, view), [target.correctsId]);
  const earlier = useView(
    (view) =>
      earlierReadings(
        view.all('test').filter(({ deviceId, id }) => deviceId === device.id && id !== target.correctsId),
        target.procedureId,
      ),
    [device.id, target.procedureId, target.correctsId],
  );
  const known = useView(
    (view) => new Set(photosOfCorrected(target, view).map(({ sha256 }) => sha256)),
    [target.correctsId],
  );
  const form = useRef<HTMLDivElement>(null);
  /** Counts restarts of the test: the restart button disappears, so the focus must move into the form. */
  const [started, setStarted] = useState(0);
  useEffect(() => {
    if (started > 0) form.current?.focus();
  }, [started]);
  const [rest] = useState(() => createStepRest({ now: () => performance.now() }));
  const { value, setValue } = draft;

  const { steps } = value;
  const judged = judgeDraft(value, testers, today);
  const done = steps.filter((step) => isAnswered(step, answerAt(value, step.id))).length;
  const open = judged.findings.filter(({ kind, stepId }) => kind === 'not-done' && stepId !== null).length;
  const goTo = (at: number) => setValue((now) => ({ ...now, at }));
  const due = useDueTasks(device, target, { steps, today });
  const taskId = target.taskId ?? countedTask(due, value);
  const saving = useSaveTest({
    value,
    judged,
    target: { ...target, taskId },
    draftKey,
    known,
    replaces,
    open,
    mayStart: rest.isOver,
    goTo,
  });
  const { saved, write } = saving;
  useDirtyForm(Object.keys(value.answers).length > 0 && saved === null);
  const change = (more: Partial<TestDraft>) => {
    saving.dismissProblem();
    setValue((now) => ({ ...now, ...more }));
  };
  /** On a phone the next step appears under the finger. */
  const forward = (from: number) => {
    rest.begin();
    change({ at: from + 1 });
  };
  /** Moves to the next step: on a phone it replaces the current one, in the list its first control takes the focus. */
  const next = (from: number) => {
    if (!isWide) return forward(from);
    const stepId = steps[from + 1]?.id;
    const card = stepId && form.current?.querySelector(`[data-step="${CSS.escape(stepId)}"]`);
    if (card) card.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  const startAgain = (start: () => void) => {
    const photos = photosOf(answersOf(value));
    saving.dismissProblem();
    start();
    setStarted(started + 1);
    void deleteStepPhotos(engine, draftKey, photos);
  };
  const card = (at: number): ReactNode => {
    const step = steps[at];
    if (!step) return null;
    const answer = answerAt(value, step.id);
    const set = (more: Partial<typeof answer>) => {
      saving.dismissProblem();
      setValue((now) => ({ ...now, answers: { ...now.answers, [step.id]: { ...answerAt(now, step.id), ...more } } }));
    };
    return (
      <StepCard
        key={step.id}
        step={step}
        number={at + 1}
        answer={answer}
        earlier={earlier.get(step.id)}
        onChange={(more) => {
          if (more.look === undefined || rest.isOver()) set(more);
        }}
        onNext={() => {
          if (rest.isOver()) next(at);
        }}
        photos={
          <StepPhotos
            title={step.title}
            draftKey={draftKey}
            photos={answer.photos}
            known={known}
            onChange={(photos) => set({ photos })}
            onPrepare={(work) => void saving.prepare(at, work)}
            onDismiss={saving.dismissProblem}
          />
        }
      />
    );
  };
  const result = (
    <ResultCard draft={value} judged={judged} testers={testers} today={today} onChange={change}>
      <CountsFor due={due} taskId={taskId} onChange={(countsFor) => change({ countsFor })} />
    </ResultCard>
  );
  const saveButton = (
    <Button variant="primary" busy={saving.busy} onClick={() => void saving.submit(false)}>
      Save test
    </Button>
  );
  const at = Math.min(value.at, steps.length);
  if (!draft.ready) return <SkeletonRows rows={6} columns={1} />;
  if (saved) return <Done saved={saved} write={write} device={device} />;
  return (
    <div ref={form} tabIndex={-1} className="space-y-5 outline-none">
      <VersionNote
        version={value.version}
        procedure={procedure}
        isCorrection={target.correctsId !== null}
        onStart={() => startAgain(() => procedure && setValue(blankDraft(procedure, value.ticket.id)))}
      />
      {draft.restored && done > 0 && (
        <Alert
          tone="info"
          action={
            // A deleted procedure starts no new test.
            (procedure !== undefined || target.correctsId !== null) && (
              <StartAgain label="Start again" onStart={() => startAgain(() => void draft.discard())} />
            )
          }
        >
          What you entered before is still here.
        </Alert>
      )}
      <Progress label="Steps done" done={done} total={steps.length} slim />
      {isWide ? (
        <>
          <Card flush>
            <ol>
              {steps.map((step, place) => (
                <li key={step.id} className="border-b border-line p-5 last:border-0">
                  {card(place)}
                </li>
              ))}
            </ol>
          </Card>
          {result}
        </>
      ) : at < steps.length ? (
        <Card>{card(at)}</Card>
      ) : (
        result
      )}
      <DraftNotice state={draft.state} />
      {saving.problem !== undefined && <Alert tone="danger">{saving.problem}</Alert>}
      {write.isHeld && <WriteNotice write={write} onSaveAgain={() => void saving.submit(true)} />}
      <ConfirmDialog
        open={saving.isAsked}
        title="Save an unfinished test?"
        confirmLabel="Save test"
        cancelLabel="Keep testing"
        onConfirm={() => void saving.submit(true)}
        onCancel={saving.keepTesting}
      >
        {counted(open, 'step is', 'steps are')} not done. A saved test cannot be changed. The result will be{' '}
        {judged.result}.
      </ConfirmDialog>
      {isWide ? (
        <div className="flex justify-end">{saveButton}</div>
      ) : (
        <div className="flex flex-wrap gap-3 *:grow">
          <Button icon="chevron-left" disabled={at === 0} onClick={() => change({ at: at - 1 })}>
            Back
          </Button>
          {at < steps.length ? (
            <Button variant="primary" onClick={() => forward(at)}>
              {at === steps.length - 1 ? 'Result' : 'Next'}
            </Button>
          ) : (
            saveButton
          )}
        </div>
      )}
    </div>
  );
}

interface DoneProps {
  saved: NonNullable<ReturnType<typeof useSaveTest>['saved']>;
  write: ReturnType<typeof useSaveTest>['write'];
  device: DeviceRecord;
}

function Done({ saved, write, device }: DoneProps) {
  const actions = (
    <>
      {write.id !== null && <ButtonLink to={paths.certificate(write.id)}>Certificate</ButtonLink>}
      {saved.ticketId !== null && <ButtonLink to={paths.ticket(saved.ticketId)}>Ticket</ButtonLink>}
      <ButtonLink to={paths.device(device.serialNumber)}>{device.serialNumber}</ButtonLink>
      <ButtonLink to={paths.maintenance()}>Maintenance</ButtonLink>
    </>
  );
  return (
    <Card title="Test" actions={<ResultBadge result={saved.result} />}>
      <WriteNotice write={write} action={actions} />
    </Card>
  );
}
