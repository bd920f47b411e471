import { useState } from 'react';
import { Button } from '#ui/ui/button.tsx';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';

interface StartAgainProps {
  label: string;
  onStart: () => void;
}

/** Begins a test again once the user has agreed to lose what is entered. */
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
