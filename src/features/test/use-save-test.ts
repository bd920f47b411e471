import { useEffect, useRef, useState } from 'react';
import { photosOf } from '#contract/calls/test/body.ts';
import type { TestResult } from '#contract/records/procedure.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { useWrite } from '#ui/engine/use-write.ts';
import {
  answerAt,
  answersOf,
  bodyOf,
  firstWrongStep,
  hasWrongSurroundings,
  type judgeDraft,
  type TestDraft,
  type TestTarget,
} from '../../work/test-draft.ts';
import { deleteStepPhotos, readStepPhotos } from './step-photos.tsx';

interface FilledTest {
  value: TestDraft;
  judged: ReturnType<typeof judgeDraft>;
  target: TestTarget;
  draftKey: string;
  /** Photos of the corrected test, which the server already has. */
  known: ReadonlySet<string>;
  /** The refused entry that this test corrects. */
  replaces: string | undefined;
  /** Number of steps that are not done. */
  open: number;
  /** Returns false just after a step has appeared under the finger. */
  mayStart: () => boolean;
  goTo: (at: number) => void;
}

/**
 * Saves a test once its photos are ready; asks about steps that are not done, and stops at a step that needs
 * correcting.
 */
export function useSaveTest({ value, judged, target, draftKey, known, replaces, open, mayStart, goTo }: FilledTest) {
  const engine = useEngine();
  const write = useWrite('submitTestRecord', { received: 'Test saved successfully!' });
  const [saved, setSaved] = useState<{ result: TestResult; ticketId: string | null } | null>(null);
  const [problem, setProblem] = useState<string>();
  const [isAsked, setAsked] = useState(false);
  /** Guards the time between the tap on Save and the entry, while photos are being read. */
  const isSubmitting = useRef(false);
  /** Number of photos being prepared. */
  const [preparing, setPreparing] = useState(0);
  /** A save that waits for photos, and whether the user has accepted steps that are not done. */
  const [waiting, setWaiting] = useState<{ isSure: boolean } | null>(null);
  const [refused, setRefused] = useState<{ at: number; words: string } | null>(null);
  const { steps } = value;

  const stopAt = (at: number, words: string) => {
    goTo(at);
    setProblem(words);
  };
  const submit = async (isSure: boolean) => {
    if (!mayStart()) return;
    if (preparing > 0) return setWaiting({ isSure });
    const wrong = firstWrongStep(value);
    if (wrong >= 0) return stopAt(wrong, `${steps[wrong]?.title ?? 'A step'}: please enter a number.`);
    if (hasWrongSurroundings(value)) return stopAt(steps.length, 'Temperature or humidity: please enter a number.');
    if (open > 0 && !isSure) return setAsked(true);
    setAsked(false);
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      await save();
    } finally {
      isSubmitting.current = false;
    }
  };
  // oxlint-disable-next-line react/exhaustive-deps -- the save reads the form as this render has it; `waiting` ends the chain
  useEffect(() => {
    if (waiting === null || preparing > 0) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the photos came later than the tap on Save
    setWaiting(null);
    if (refused) stopAt(refused.at, refused.words);
    else void submit(waiting.isSure);
  });
  /** Makes a save wait for a photo; a refused photo stops the save at its step. */
  const prepare = async (at: number, work: Promise<string | null>) => {
    setRefused(null);
    setPreparing((count) => count + 1);
    const refusal = await work;
    if (refusal !== null) setRefused({ at, words: `${steps[at]?.title ?? 'A step'}: ${refusal}` });
    setPreparing((count) => count - 1);
  };
  const save = async () => {
    const photos = photosOf(answersOf(value));
    const files = await readStepPhotos(engine, draftKey, photos);
    // An entry must not refer to photos that cannot be sent, nor omit any that the result is based on.
    const here = new Set([...known, ...files.map(({ ref }) => ref.sha256)]);
    const lost = photos.find(({ sha256 }) => !here.has(sha256));
    if (lost) {
      const at = steps.findIndex(({ id }) => answerAt(value, id).photos.some(({ sha256 }) => sha256 === lost.sha256));
      const words = 'a photo of this test is no longer on this tablet. Take it again or remove it.';
      return stopAt(at, `${steps[at]?.title ?? 'A step'}: ${words}`);
    }
    const body = bodyOf(value, judged, target);
    const earlierId = write.state === 'refused' && write.id !== null ? write.id : replaces;
    const outcome = await write.save(body, {
      files,
      draftKey,
      ...(earlierId !== undefined && { replaces: earlierId }),
    });
    if (outcome.kind === 'refused') return;
    setSaved({ result: body.told, ticketId: body.ticket?.id ?? null });
    await deleteStepPhotos(engine, draftKey, photos);
  };
  return {
    write,
    saved,
    busy: write.busy || waiting !== null,
    problem,
    dismissProblem: () => setProblem(undefined),
    /** Whether the question about steps that are not done is open. */
    isAsked,
    keepTesting: () => setAsked(false),
    submit,
    prepare,
  };
}
