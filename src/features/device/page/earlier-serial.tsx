import { sameKey } from '#contract/rules/text.ts';
import { earlierSerialWords } from '#ui/scanner/device-of-scan.ts';
import { Alert } from '#ui/ui/alert.tsx';

/** Says so if a page was opened by a serial number that its device had before a correction. */
export function EarlierSerial({ asked, present }: { asked: string; present: string }) {
  if (sameKey(asked) === sameKey(present)) return null;
  return (
    <div className="mb-4">
      <Alert tone="info">
        {earlierSerialWords(asked)} Its serial number is now <span className="font-mono wrap-anywhere">{present}</span>.
        Print a new label.
      </Alert>
    </div>
  );
}
