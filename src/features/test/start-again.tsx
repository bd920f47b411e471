import { useState } from 'react';
import type { ProcedureRecord } from '#contract/records/test.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';

interface StartAgainProps {
  label: string;
  onStart: () => void;
}

/** Restarts a test after the user has agreed to lose what was entered. */
export function StartAgain({ label, onStart }: StartAgainProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button onClick={() => setAsked(true)}>{label}</Button>
      <ConfirmDialog
        open={isAsked}
        title="Discard this test?"
        confirmLabel="Start again"
        cancelLabel="Keep testing"
        danger
        onCancel={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          onStart();
        }}
      >
        All answers and photos so far are removed.
      </ConfirmDialog>
    </>
  );
}

interface VersionNoteProps {
  /** The version that the test uses. */
  version: number;
  /** The current procedure; undefined if it was deleted. */
  procedure: ProcedureRecord | undefined;
  isCorrection: boolean;
  onStart: () => void;
}

/** Says that a test continues with an outdated version; a new test can be restarted with the current one. */
export function VersionNote({ version, procedure, isCorrection, onStart }: VersionNoteProps) {
  if (procedure?.version === version) return null;
  if (isCorrection) return <Alert tone="info">The correction uses version {version}, as the test did.</Alert>;
  if (!procedure) {
    return (
      <Alert tone="info">
        The procedure has been deleted since this test was begun. It continues with version {version}.
      </Alert>
    );
  }
  return (
    <Alert
      tone="info"
      action={<StartAgain label={`Start again with version ${procedure.version}`} onStart={onStart} />}
    >
      The procedure has changed since this test was begun. It continues with version {version}.
    </Alert>
  );
}
