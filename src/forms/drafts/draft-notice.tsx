import { Alert } from '#ui/ui/alert.tsx';
import type { DraftState } from './draft-keeper.ts';

const words = {
  text: { title: 'What you typed is not stored on this tablet', lost: 'what you typed is lost' },
  files: { title: 'Not all of these files are stored on this tablet', lost: 'the files chosen last are lost' },
};

interface DraftNoticeProps {
  state: DraftState;
  /** The kind of content in the draft. */
  of?: keyof typeof words;
}

/** Warns that a form's draft could not be stored, and says what to do. Used by every form with a draft. */
export function DraftNotice({ state, of = 'text' }: DraftNoticeProps) {
  if (state !== 'failed') return null;
  const { title, lost } = words[of];
  return (
    <Alert tone="danger" title={title}>
      Keep this page open and save from here. If you close or reload the page, {lost}.
    </Alert>
  );
}
