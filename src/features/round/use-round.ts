import { useCallback, useMemo, useRef, useState } from 'react';
import { roundCalls } from '#contract/calls/round/submit.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { TemplateRecord } from '#contract/records/ward.ts';
import { useEngine, useView } from '#ui/engine/engine-provider.tsx';
import { preparePhoto } from '#ui/platform/photo.ts';
import type { Correction } from '#ui/forms/offline/use-correction.ts';
import { useDraft } from '#ui/forms/drafts/use-draft.ts';
import { useWrite } from '#ui/engine/use-write.ts';
import { devicesOfRound } from '#ui/work/round-under-way.ts';
import { changeRound, entriesOf, type RoundAction, type RoundDraft, unanswered } from './round-draft.ts';
import { deletePhotos, photoDraftKey, readPhotos } from './round-draft-store.ts';
import { walkingOrder } from './walking-order.ts';

export interface RoundProps {
  template: TemplateRecord;
  day: LocalDay;
  draftKey: string;
  /** The initial draft. */
  initial: RoundDraft;
  correction: Correction | null;
}

/** The server's answer: other rounds of the same template and day, and notices. */
export interface Received {
  others: readonly { roundId: string; by: string; submittedAt: string }[];
  notices: readonly string[];
}

export type Round = ReturnType<typeof useRound>;

/**
 * Manages a round in progress: its rows in walking order, changes stored on the tablet immediately, and the submission.
 */
export function useRound({ template, day, draftKey, initial, correction }: RoundProps) {
  const engine = useEngine();
  const draft = useDraft<RoundDraft>(draftKey, initial);
  const write = useWrite('submitRound', { received: 'Daily rounds submitted successfully!' });
  const { setValue } = draft;

  const deviceIds = useMemo(() => devicesOfRound(template.deviceIds, draft.value), [template.deviceIds, draft.value]);
  const idsKey = deviceIds.join(' ');
  const devices = useView((view) => deviceIds.flatMap((id) => view.get('device', id) ?? []), [idsKey]);
  const departments = useMemo(() => walkingOrder(devices, template.isOrdered), [devices, template.isOrdered]);
  const ordered = useMemo(
    () => departments.flatMap(({ locations }) => locations.flatMap((location) => location.devices)),
    [departments],
  );
  const open = unanswered(
    draft.value,
    ordered.map(({ id }) => id),
  );

  const change = useCallback((action: RoundAction) => setValue((current) => changeRound(current, action)), [setValue]);
  const keepPhoto = useCallback(
    async (deviceId: string, file: File) => {
      const photo = await preparePhoto(file);
      await engine.writeDraft(photoDraftKey(draftKey, photo.ref.sha256), photo);
      change({ do: 'add-photo', deviceId, photo: photo.ref });
    },
    [engine, draftKey, change],
  );
  /** Photos being prepared: the round is not sent without them. */
  const [preparing, setPreparing] = useState(0);
  const addPhoto = useCallback(
    (deviceId: string, file: File) => {
      setPreparing((count) => count + 1);
      return keepPhoto(deviceId, file).finally(() => setPreparing((count) => count - 1));
    },
    [keepPhoto],
  );

  /** The current submission; a second press shares it, even while photos are still being read. */
  const underway = useRef<Promise<Received | null> | null>(null);
  const [submitting, setSubmitting] = useState(false);
  /** Resolves to the server's answer (empty if the round is only saved on this tablet), or null if it was refused. */
  const submit = (round: RoundDraft): Promise<Received | null> => {
    setSubmitting(true);
    underway.current ??= submitOnce(round).finally(() => {
      underway.current = null;
      setSubmitting(false);
    });
    return underway.current;
  };
  const submitOnce = async (round: RoundDraft): Promise<Received | null> => {
    const files = await readPhotos(engine, draftKey, round);
    // Photos whose bytes are missing stay listed: the engine asks before it saves the round without them.
    const entries = entriesOf(round, ordered, { templateId: template.id, day });
    const replaces = write.id ?? correction?.id;
    const outcome = await write.save(entries, { files, draftKey, ...(replaces !== undefined && { replaces }) });
    if (outcome.kind === 'refused') {
      setValue(round);
      return null;
    }
    await draft.discard();
    await deletePhotos(engine, draftKey, round).catch(() => undefined);
    const answer = outcome.kind === 'received' ? outcome.answer : null;
    const known = roundCalls.submitRound.answer.safeParse(answer).data;
    return { others: known?.others ?? [], notices: known?.notices ?? [] };
  };

  const sending = submitting || write.busy;
  return { draft, departments, ordered, open, change, addPhoto, preparing: preparing > 0, submit, sending, write };
}
