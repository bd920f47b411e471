import { useCallback, useState } from 'react';
import type { ProcedureRecord } from '#contract/records/test.ts';
import { CallError } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useLoaded } from '#ui/ui/use-loaded.ts';
import type { TestDraft } from '../../work/test-draft.ts';

/** The version of a procedure that a test uses. */
export type Beginning = Pick<ProcedureRecord, 'name' | 'version' | 'steps'>;

interface BeginningFacts {
  procedureId: string;
  /** The current procedure; undefined if it was deleted. */
  procedure: ProcedureRecord | undefined;
  /** The version of the corrected test; undefined for a new test. */
  version: number | undefined;
  draftKey: string;
}

interface BeginningState {
  /** The procedure version that the test starts with; fixed while the screen is open. */
  beginning: Beginning | undefined;
  loading: boolean;
  /** Why the version of a corrected test could not be loaded. */
  error: Error | null;
  reload: () => void;
}

/**
 * Returns the procedure version that a test starts with: the current one for a new test, its own for a correction. A
 * test already started keeps the steps of its draft, even if its procedure has been deleted. Source:
 * docs/decisions/352-tests-by-deleted-procedures.md
 */
export function useBeginning({ procedureId, procedure, version, draftKey }: BeginningFacts): BeginningState {
  const engine = useEngine();
  const [held, hold] = useState<Beginning>();
  const isHere = procedure !== undefined && (version === undefined || version === procedure.version);
  const needsDraft = held === undefined && !isHere;
  /** Null if there is no draft. */
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
    // The server does not know that version either.
    (isUnknown ? procedure : undefined);
  if (next !== held) hold(next);
  return {
    beginning: next,
    loading: next === undefined && (draft === undefined || (isAsked && call.error === null)),
    error: isAsked ? call.error : null,
    reload: call.reload,
  };
}
