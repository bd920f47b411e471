import { type ReactNode, useCallback } from 'react';
import { lacksLimit } from '#contract/rules/procedure.ts';
import type { Step } from '#contract/records/procedure.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { paths } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { useLoaded } from '#ui/ui/use-loaded.ts';

interface MissingLimitsProps {
  steps: readonly Step[];
  procedureId: string;
  draftKey: string;
  /** The test corrects a saved one, whose readings are kept. */
  isCorrection: boolean;
  children: ReactNode;
}

/**
 * Refuses to start a test by a procedure with a step that any value would pass. A test already started can continue, so
 * that its readings are not lost, but cannot be a Pass. Source: docs/product.md P167.
 */
export function MissingLimits({ steps, procedureId, draftKey, isCorrection, children }: MissingLimitsProps) {
  const engine = useEngine();
  const missing = steps.filter(lacksLimit);
  const isAsked = missing.length > 0 && !isCorrection;
  const readDraft = useCallback(() => engine.readDraft(draftKey).catch(() => undefined), [engine, draftKey]);
  const isBegun = useLoaded(readDraft, isAsked) !== undefined;
  if (missing.length === 0) return children;
  const names = missing.map(({ title }) => `“${title}”`).join(', ');
  const isKept = isCorrection || isBegun;
  return (
    <div className="space-y-5">
      <Alert
        tone="danger"
        title={`No limit is set for ${names}.`}
        action={<ButtonLink to={paths.procedureEdit(procedureId)}>Open the procedure</ButtonLink>}
      >
        {isKept
          ? 'Without a limit a value cannot pass: if saved now, the test is a Fail. Its readings are kept.'
          : 'Without a limit a value cannot pass. Set the limit in the procedure, then begin the test.'}
      </Alert>
      {isKept && children}
    </div>
  );
}
