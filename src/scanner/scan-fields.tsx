import { type FormEvent, useState } from 'react';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { FileField } from '#ui/ui/file-field.tsx';
import { Spinner } from '#ui/ui/spinner.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import type { ScanInput } from './use-scan-input.ts';

/** Says why the last label was not accepted. */
export function ScanProblem({ input }: { input: ScanInput }) {
  if (input.problem === null) return null;
  return (
    <Alert tone="warn" onDismiss={input.dismissProblem}>
      {input.problem}
    </Alert>
  );
}

interface ScanFieldsProps {
  input: ScanInput;
  /** More labels follow, so an accepted serial number is cleared from its field. */
  goesOn?: boolean;
}

/** Offers input without a camera: a typed serial number, or a picture of the label. */
export function ScanFields({ input, goesOn = false }: ScanFieldsProps) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React forwards events that bubble out of a dialog to the surrounding form, which must ignore them.
    event.stopPropagation();
    input.takeText(typed);
    if (goesOn) setTyped('');
  };
  return (
    <div className="space-y-5">
      <form onSubmit={submit}>
        <TextField
          label="Serial number"
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => setTyped(event.target.value)}
          trailing={<Button type="submit">Find</Button>}
        />
      </form>
      <FileField
        label="Picture of the label"
        accept="image/*"
        files={[]}
        disabled={input.reading}
        onFiles={([file]) => {
          if (file) input.takePicture(file);
        }}
      />
      {input.reading && (
        <p className="flex items-center gap-2 text-muted">
          <Spinner /> Reading the picture…
        </p>
      )}
    </div>
  );
}
