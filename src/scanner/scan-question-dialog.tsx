import { useSyncExternalStore } from 'react';
import { readScan } from '#contract/rules/qr-link.ts';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { currentQuestion, dismissQuestion, onQuestion } from './scan-question.ts';

/** Asks which of several readings is on the label, over the screen that received the scan. */
export function ScanQuestionDialog() {
  const asked = useSyncExternalStore(onQuestion, currentQuestion);
  if (!asked) return null;
  const { question, answer } = asked;
  const serials = question.choices.map((choice) => readScan(choice).serialNumber ?? choice);
  /** Labels of two hospitals may have the same serial number. */
  const isShared = (serial: string) => serials.indexOf(serial) !== serials.lastIndexOf(serial);
  return (
    <Dialog
      open
      size="small"
      title={question.title}
      onClose={dismissQuestion}
      actions={<Button onClick={dismissQuestion}>None of these</Button>}
    >
      <p>{question.explanation}</p>
      <ul className="mt-4 space-y-2">
        {question.choices.map((choice, index) => (
          <li key={choice}>
            <Button wide className="justify-start text-start font-mono wrap-anywhere" onClick={() => answer(choice)}>
              {isShared(serials[index] ?? '') ? choice : serials[index]}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
