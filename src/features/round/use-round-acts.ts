import { useCallback, useMemo, useState } from 'react';
import type { RoundEntry } from '#contract/calls/round/submit.ts';
import type { TemplateRecord } from '#contract/records/ward.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { useScanInput } from '#ui/scanner/use-scan-input.ts';
import { changeRound, entriesOf, missingIn, type RoundAction, type RoundDraft } from './round-draft.ts';
import type { FootNotice } from './round-foot.tsx';
import type { Received, Round } from './use-round.ts';
import type { RoundDialog } from './round-dialog.ts';
import { useRoundScan } from './use-round-scan.ts';
import { useRowFocus } from './use-row-focus.ts';

/** A round that is saved on this tablet, being sent, or received. */
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

/** Provides all actions on a round in progress, and the message and dialog that result. */
export function useRoundActs(round: Round, { template, day, startDeviceId, onSent }: RoundActsOptions) {
  const { draft, ordered, open, change: changeDraft } = round;
  const [notice, setNotice] = useState<FootNotice | null>(null);
  const [dialog, setDialog] = useState<RoundDialog | null>(null);
  /** Submit was pressed: from now on each row shows what is missing. */
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

  const scan = useRoundScan({ round, templateName: template.name, dialog, change, focusRow, show: setDialog });
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
  /** Answers all open rows and submits. */
  const answerRest = (action: RoundAction) => {
    change(action);
    void send(changeRound(draft.value, action));
  };
  const confirmOpen = useCallback(
    (deviceIds: readonly string[], where: string) => {
      change({ do: 'confirm-rest', deviceIds, at: new Date().toISOString() });
      setNotice({
        tone: 'ok',
        text: `${deviceIds.length} confirmed as Operational${where}.`,
        undo: () => change({ do: 'take-back-rest', deviceIds }),
      });
    },
    [change],
  );
  const confirmRest = () => confirmOpen(open, '');
  /** Confirms the devices of one place that have no answer yet; existing answers stay. */
  const confirmPlace = useCallback(
    (deviceIds: readonly string[], place: string) => confirmOpen(deviceIds, ` in ${place}`),
    [confirmOpen],
  );
  const startAgain = async () => {
    const before = draft.value;
    setDialog(null);
    setAsked(false);
    await draft.discard();
    setNotice({
      tone: 'ok',
      text: 'The round was reset.',
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
    confirmPlace,
    startAgain,
  };
}
