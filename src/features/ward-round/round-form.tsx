import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RoundEntry } from '#contract/daily-round.ts';
import type { DeviceRecord } from '#contract/replica.ts';
import { useEngine, useSignedIn } from '#ui/resource/engine-provider.tsx';
import { useDirtyForm } from '#ui/resource/dirty-forms.ts';
import { findScanned } from '#ui/resource/scanner/find-device.ts';
import { ScanDialog } from '#ui/resource/scanner/scan-dialog.tsx';
import { useWedge } from '#ui/resource/scanner/use-wedge.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { AddDeviceDialog } from './add-device-dialog.tsx';
import { OtherRounds } from './other-rounds.tsx';
import {
  changeRound,
  entriesOf,
  missingIn,
  type NotSeenReason,
  type RoundAction,
  type RoundDraft,
} from './round-draft.ts';
import { RoundDone } from './round-done.tsx';
import { type FootNotice, RoundFoot } from './round-foot.tsx';
import { RoundGroups } from './round-groups.tsx';
import { rowElementId } from './round-row.tsx';
import { UnansweredDialog } from './unanswered-dialog.tsx';
import { type Received, type RoundProps, useRound } from './use-round.ts';

type OpenDialog = 'scan' | 'add' | 'unanswered' | 'start-again' | null;

/** The rows of a round under way with everything one does to them, until it is submitted. */
export function RoundForm({
  startSerial,
  ...props
}: RoundProps & { /** The device to begin at. */ startSerial: string }) {
  const { template, day } = props;
  const engine = useEngine();
  const { hospital } = useSignedIn();
  const round = useRound(props);
  const { draft, ordered, open, change: changeDraft } = round;
  const [notice, setNotice] = useState<FootNotice | null>(null);
  const change = useCallback(
    (action: RoundAction) => {
      setNotice(null);
      changeDraft(action);
    },
    [changeDraft],
  );
  const [dialog, setDialog] = useState<OpenDialog>(null);
  /** A scanned device that the template does not name, while it is asked about. */
  const [stranger, setStranger] = useState<DeviceRecord | null>(null);
  const [asked, setAsked] = useState(false);
  const [sent, setSent] = useState<{ entries: readonly RoundEntry[]; received: Received } | null>(null);
  const [target, setTarget] = useState<{ deviceId: string } | null>(() => {
    const start = startSerial === '' ? undefined : engine.view().deviceBySerial(startSerial);
    return start ? { deviceId: start.id } : null;
  });
  useDirtyForm(sent === null && Object.keys(draft.value.rows).length > 0);

  const entries = useMemo(
    () => (asked ? entriesOf(draft.value, ordered, { templateId: template.id, day }) : []),
    [asked, draft.value, ordered, template.id, day],
  );
  const missing = useMemo(() => missingIn(entries), [entries]);

  const jumped = useRef<object | null>(null);
  useEffect(() => {
    if (!target || jumped.current === target || dialog !== null || stranger) return;
    const row = document.getElementById(rowElementId(target.deviceId));
    if (!row) return;
    jumped.current = target;
    row.scrollIntoView({ block: 'center' });
    row.focus({ preventScroll: true });
  });

  const confirmByScan = useCallback(
    (deviceId: string) => {
      change({ do: 'scan', deviceId, at: new Date().toISOString() });
      setTarget({ deviceId });
    },
    [change],
  );
  const found = (text: string, byScan: boolean) => {
    setDialog(null);
    const { device, serialNumber } = findScanned(engine.view(), text, hospital?.id);
    if (!device)
      setNotice({ tone: 'warn', text: `No device with serial number ${serialNumber || text} is known here.` });
    else if (ordered.some(({ id }) => id === device.id)) {
      if (byScan) confirmByScan(device.id);
      else setTarget({ deviceId: device.id });
    } else if (byScan) setStranger(device);
    else {
      change({ do: 'add-device', deviceId: device.id });
      setTarget({ deviceId: device.id });
    }
  };
  useWedge((text) => found(text, true), dialog === null && sent === null && !round.sending);

  const send = async (value: RoundDraft) => {
    setDialog(null);
    const going = entriesOf(value, ordered, { templateId: template.id, day });
    const received = await round.submit(value);
    if (received) setSent({ entries: going, received });
    window.scrollTo({ top: 0 });
  };
  const submit = () => {
    setAsked(true);
    const now = missingIn(entriesOf(draft.value, ordered, { templateId: template.id, day }));
    const firstMissing = ordered.find(({ id }) => now.has(id));
    if (firstMissing) {
      setTarget({ deviceId: firstMissing.id });
      setNotice({ tone: 'danger', text: `${firstMissing.serialNumber}: ${now.get(firstMissing.id) ?? ''}` });
    } else if (open.length > 0) setDialog('unanswered');
    else void send(draft.value);
  };
  const answerRest = (action: RoundAction) => {
    change(action);
    void send(changeRound(draft.value, action));
  };
  const confirmRest = () => {
    const deviceIds = open;
    change({ do: 'confirm-rest', deviceIds, at: new Date().toISOString() });
    setNotice({
      tone: 'ok',
      text: `${deviceIds.length} confirmed as Operational.`,
      undo: () => change({ do: 'take-back-rest', deviceIds }),
    });
  };
  const startAgain = async () => {
    const before = draft.value;
    setDialog(null);
    setAsked(false);
    await draft.discard();
    setNotice({
      tone: 'ok',
      text: 'The round starts again.',
      undo: () => {
        setNotice(null);
        draft.setValue(before);
      },
    });
  };

  if (sent) {
    return (
      <RoundDone
        entries={sent.entries}
        received={sent.received}
        state={round.write.state}
        message={round.write.message}
        refusedFiles={round.write.refusedFiles.length}
      />
    );
  }
  if (!draft.ready) {
    return (
      <Card flush>
        <SkeletonRows rows={8} columns={3} />
      </Card>
    );
  }
  const answered = ordered.length - open.length;
  return (
    <div className="space-y-4">
      {round.write.state === 'refused' && (
        <Alert tone="danger" title="Submission failed. Please try again.">
          {round.write.message}
        </Alert>
      )}
      {draft.state === 'failed' && (
        <Alert tone="danger" title="Your last taps are not stored">
          This device could not store them. Keep this page open and submit the round from here.
        </Alert>
      )}
      <OtherRounds templateId={template.id} day={day} />
      {draft.restored && (
        <Alert tone="info" action={<Button onClick={() => setDialog('start-again')}>Start again</Button>}>
          Your round goes on where it was: {answered} of {ordered.length} answered.
        </Alert>
      )}
      {ordered.length === 0 ? (
        <Card>
          <EmptyState
            title="No devices in this template."
            icon="rounds"
            action={
              <Button icon="plus" onClick={() => setDialog('add')}>
                Add a device
              </Button>
            }
          />
        </Card>
      ) : (
        <>
          {/* What is typed while the round is being sent would belong to no round. */}
          <div inert={round.sending} className="space-y-4">
            <RoundGroups
              departments={round.departments}
              draft={draft.value}
              templateDeviceIds={template.deviceIds}
              missing={missing}
              onChange={change}
              onPhoto={round.addPhoto}
            />
            <div className="flex flex-wrap justify-between gap-3 max-sm:*:grow">
              <Button icon="plus" onClick={() => setDialog('add')}>
                Add a device
              </Button>
              {open.length > 0 && (
                <Button icon="check" onClick={confirmRest}>
                  Confirm the rest as Operational
                </Button>
              )}
            </div>
          </div>
          <RoundFoot
            notice={notice}
            onDismiss={() => setNotice(null)}
            answered={answered}
            total={ordered.length}
            draftState={draft.state}
            busy={round.sending || round.preparing}
            onScan={() => setDialog('scan')}
            onSubmit={submit}
          />
        </>
      )}
      <ScanDialog
        open={dialog === 'scan'}
        onClose={() => setDialog(null)}
        onSerial={(serialNumber) => found(serialNumber, true)}
      />
      <AddDeviceDialog
        open={dialog === 'add'}
        onClose={() => setDialog(null)}
        onSerial={(serialNumber) => found(serialNumber, false)}
      />
      <UnansweredDialog
        open={dialog === 'unanswered'}
        devices={ordered.filter(({ id }) => open.includes(id))}
        onBack={(deviceId = open[0]) => {
          setDialog(null);
          if (deviceId !== undefined) setTarget({ deviceId });
        }}
        onConfirmRest={() => answerRest({ do: 'confirm-rest', deviceIds: open, at: new Date().toISOString() })}
        onNotSeen={(reasons: Readonly<Record<string, NotSeenReason>>) => answerRest({ do: 'not-seen', reasons })}
      />
      <ConfirmDialog
        open={dialog === 'start-again'}
        title="Start again"
        confirmLabel="Start again"
        danger
        onConfirm={() => void startAgain()}
        onCancel={() => setDialog(null)}
      >
        What you recorded in this round is removed from this device.
      </ConfirmDialog>
      <ConfirmDialog
        open={stranger !== null}
        title="Not in this template"
        confirmLabel="Add to this round"
        onCancel={() => setStranger(null)}
        onConfirm={() => {
          if (stranger) {
            change({ do: 'add-device', deviceId: stranger.id });
            confirmByScan(stranger.id);
          }
          setStranger(null);
        }}
      >
        {stranger?.equipmentName} <strong className="font-mono">{stranger?.serialNumber}</strong>
        {stranger?.departmentName ? ` (${stranger.departmentName})` : ''} is not in “{template.name}”.
      </ConfirmDialog>
    </div>
  );
}
