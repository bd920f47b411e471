import { Alert } from '#ui/ui/alert.tsx';
import type { DraftState } from './draft-keeper.ts';

/** Warns that a form's draft could not be stored, and says what to do. Every form that keeps a draft shows it. */
export function DraftNotice({ state }: { state: DraftState }) {
  if (state !== 'failed') return null;
  return (
    <Alert tone="danger" title="What you typed is not stored on this tablet">
      Keep this page open and save from here. If you close or reload the page, what you typed is lost.
    </Alert>
  );
}
