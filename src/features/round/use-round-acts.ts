import { useCallback, useMemo, useState } from 'react';
import type { RoundEntry } from '#contract/calls/round.ts';
import type { DeviceRecord, TemplateRecord } from '#contract/replica.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { Scan } from '#contract/rules/qr-link.ts';
import { scanProblem, useDeviceOfScan } from '#ui/scanner/device-of-scan.ts';
import { type ScanAnswer, useScanInput } from '#ui/scanner/use-scan-input.ts';
import { changeRound, entriesOf, missingIn, type RoundAction, type RoundDraft } from './round-draft.ts';
import type { FootNotice } from './round-foot.tsx';
import type { Received, Round } from './use-round.ts';
import { useRowFocus } from './use-row-focus.ts';

/** The dialog over the rows. */
export type RoundDialog =
  | { name: 'scan' | 'add' | 'unanswered' | 'start-again' }
  /** Asks about a scanned device that the template does not name. */
  | { name: 'stranger'; device: DeviceRecord };

/** A round that is saved on this tablet, on its way, or received. */
export interface SentRound {
  entries: readonly RoundEntry[];
  received: Received;
}

export type RoundActs = ReturnType<typeof useRoundActs>;

interface RoundActsOptions {
  template: TemplateRecord;
  day: LocalDay;
  startDeviceId: string | undefined;
  onSent: (sent: SentRound) => void;
}

/** All actions on a round under way, with the message and the dialog that result. */
export function useRoundActs(round: Round, { template, day, startDeviceId, onSent }: RoundActsOptions) {
  const { draft, ordered, open, change: changeDraft } = round;
  const [notice, setNotice] = useState<FootNotice | null>(null);
  const [dialog, setDialog] = useState<RoundDialog | null>(null);
  /** Submit was pressed: what is still missing is shown in its row from then on. */
  const [asked, setAsked] = useState(false);
  const focusRow = useRowFocus(startDeviceId, dialog !== null);

  const change = useCallback(
    (action: RoundAction) => {
      setNotice(null);
      changeDraft(action);
    },
    [changeDraft],
  );
  const entries = useCallback(
    (value: RoundDraft) => entriesOf(value, ordered, { templateId: template.id, day }),
    [ordered, template.id, day],
  );
  const missing = useMemo(() => missingIn(asked ? entries(draft.value) : []), [asked, entries, draft.value]);

  const scan = useRoundScan({ round, change, focusRow, show: setDialog });
  useScanInput(
    (read) => {
      const problem = scan.take(read);
      if (problem !== null) setNotice({ tone: 'warn', text: problem });
      return null;
    },
    { wedge: dialog === null && !round.sending },
  );

  const send = async (value: RoundDraft) => {
    setDialog(null);
    const going = entries(value);
    const received = await round.submit(value);
    if (received) onSent({ entries: going, received });
    window.scrollTo({ top: 0 });
  };
  const submit = () => {
    setAsked(true);
    const now = missingIn(entries(draft.value));
    const firstMissing = ordered.find(({ id }) => now.has(id));
    if (firstMissing) {
      focusRow(firstMissing.id);
      setNotice({ tone: 'danger', text: `${firstMissing.serialNumber}: ${now.get(firstMissing.id) ?? ''}` });
    } else if (open.length > 0) setDialog({ name: 'unanswered' });
    else void send(draft.value);
  };
  /** Answers for all open rows and submits. */
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
  return {
    notice,
    dismissNotice: () => setNotice(null),
    dialog,
    show: setDialog,
    close: () => setDialog(null),
    missing,
    change,
    focusRow,
    ...scan,
    submit,
    answerRest,
    confirmRest,
    startAgain,
  };
}

interface RoundScanOptions {
  round: Round;
  change: (action: RoundAction) => void;
  focusRow: (deviceId: string) => void;
  show: (dialog: RoundDialog | null) => void;
}

/** What a scanned or picked device does to the round; each case ends at the device's row. */
function useRoundScan({ round, change, focusRow, show }: RoundScanOptions) {
  const decide = useDeviceOfScan();
  const inRound = (device: DeviceRecord) => round.ordered.some(({ id }) => id === device.id);
  const confirm = (device: DeviceRecord) => {
    change({ do: 'scan', deviceId: device.id, at: new Date().toISOString() });
    focusRow(device.id);
  };
  /** A picked or typed device joins the round unconfirmed: its label was not scanned. */
  const add = (device: DeviceRecord) => {
    show(null);
    if (!inRound(device)) change({ do: 'add-device', deviceId: device.id });
    focusRow(device.id);
  };
  return {
    /** A label was scanned: its device is confirmed, or asked about when the template does not name it. */
    take(scan: Scan): ScanAnswer {
      const scanned = decide(scan);
      if (scanned.kind !== 'device') return scanProblem(scanned);
      const { device } = scanned;
      show(inRound(device) ? null : { name: 'stranger', device });
      if (inRound(device)) confirm(device);
      return null;
    },
    takeAdded(scan: Scan): ScanAnswer {
      const scanned = decide(scan);
      if (scanned.kind !== 'device') return scanProblem(scanned);
      add(scanned.device);
      return null;
    },
    add,
    /** The scanned device that the template does not name belongs to this round too. */
    addStranger(device: DeviceRecord) {
      show(null);
      change({ do: 'add-device', deviceId: device.id });
      confirm(device);
    },
  };
}
