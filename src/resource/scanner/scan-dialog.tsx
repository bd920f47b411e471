import { type FormEvent, useState } from 'react';

import { readScan } from '#contract/rules/qr-link.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { FileField } from '#ui/ui/file-field.tsx';
import { TextField } from '#ui/ui/text-field.tsx';

import { CameraView } from './camera-view.tsx';
import { type ImageRead, readImage } from './read-image.ts';

interface ScanDialogProps {
  open: boolean;
  onClose: () => void;
  /** The serial of the label; the dialog stays until the parent closes it. */
  onSerial: (serialNumber: string) => void;
}

const imageProblem: Readonly<Record<Exclude<ImageRead['outcome'], 'read'>, string>> = {
  'no-code': 'There is no label on this picture. Take it closer and straight from the front.',
  'not-an-image': 'This file is not a picture.',
  'no-decoder': 'The label reader could not be loaded. Type the serial number instead.',
};

/** The camera over the current screen, with a picture or a typed serial where the camera cannot. */
export function ScanDialog({ open, onClose, onSerial }: ScanDialogProps) {
  return (
    <Dialog open={open} title="Scan a label" onClose={onClose}>
      <ScanBody onSerial={onSerial} />
    </Dialog>
  );
}

function ScanBody({ onSerial }: Pick<ScanDialogProps, 'onSerial'>) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const take = (text: string) => {
    const { serialNumber } = readScan(text);
    if (serialNumber) onSerial(serialNumber);
    else setProblem('This label names a product, not a device: it carries no serial number.');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') take(typed);
  };
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    const result = await readImage(file);
    if (result.outcome === 'read') take(result.read.text);
    else setProblem(imageProblem[result.outcome]);
  };

  return (
    <div className="space-y-4">
      <CameraView onHit={take} />
      {problem !== null && (
        <Alert tone="warn" onDismiss={() => setProblem(null)}>
          {problem}
        </Alert>
      )}
      <form onSubmit={submit}>
        <TextField
          label="Serial number"
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          trailing={<Button type="submit">Find</Button>}
        />
      </form>
      <FileField
        label="Picture of the label"
        accept="image/*"
        files={[]}
        onFiles={([file]) => {
          void readFile(file);
        }}
      />
    </div>
  );
}
