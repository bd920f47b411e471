import { useCallback, useState } from 'react';
import type { ProcedureRecord } from '#contract/records/test.ts';
import { CallError } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useLoaded } from '#ui/ui/use-loaded.ts';
import type { TestDraft } from '../../work/test-draft.ts';

/** The version of a procedure that a test is made with. */
export type Beginning = Pick<ProcedureRecord, 'name' | 'version' | 'steps'>;

interface BeginningFacts {
  procedureId: string;
  /** The procedure in its present version; undefined where it was deleted. */
  procedure: ProcedureRecord | undefined;
  /** The version of the test that is corrected; undefined for a new test. */
  version: number | undefined;
  draftKey: string;
}

interface BeginningState {
  /** What the test begins with; it stays as it is while the screen is open. */
  beginning: Beginning | undefined;
  loading: boolean;
  /** Why the version of a corrected test could not be loaded. */
  error: Error | null;
  reload: () => void;
}

/**
 * What a test begins with: the present version for a new one, its own version for a correction. One that was begun goes on
 * with the steps of its draft, also when its procedure was deleted meanwhile. Source: docs/decisions/352-tests-by-deleted-procedures.md
 */
export function useBeginning({ procedureId, procedure, version, draftKey }: BeginningFacts): BeginningState {
  const engine = useEngine();
  const [held, hold] = useState<Beginning>();
  const isHere = procedure !== undefined && (version === undefined || version === procedure.version);
  const needsDraft = held === undefined && !isHere;
  /** Null where there is no draft. */
  const draft = useLoaded(
    useCallback(
      () =>
        engine.readDraft<TestDraft>(draftKey).then(
          (found) => found ?? null,
          () => null,
        ),
      [engine, draftKey],
    ),
    needsDraft,
  );
  const isAsked = needsDraft && draft === null && version !== undefined;
  const call = useOnlineCall(
    'procedureVersion',
    { params: { id: procedureId }, query: { version: version ?? 1 } },
    { enabled: isAsked },
  );
  const isUnknown = isAsked && call.error instanceof CallError && call.error.problem?.code === 'record.unknown';
  const next =
    held ??
    (isHere ? procedure : undefined) ??
    (draft ? { name: draft.name ?? '', version: draft.version, steps: draft.steps } : undefined) ??
    (isAsked ? call.data : undefined) ??
    // The server does not have that version either.
    (isUnknown ? procedure : undefined);
  if (next !== held) hold(next);
  return {
    beginning: next,
    loading: next === undefined && (draft === undefined || (isAsked && call.error === null)),
    error: isAsked ? call.error : null,
    reload: call.reload,
  };
}
