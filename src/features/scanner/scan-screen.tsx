import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths, withQuery } from '#ui/paths.ts';
import { useEngine, useSignedIn, useSyncStatus } from '#ui/resource/engine-provider.tsx';
import { returnPath } from '#ui/resource/return-path.ts';
import { CameraView } from '#ui/resource/scanner/camera-view.tsx';
import { findScanned } from '#ui/resource/scanner/find-device.ts';
import { type ImageRead, readImage } from '#ui/resource/scanner/read-image.ts';
import { useWedge } from '#ui/resource/scanner/use-wedge.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { FileField } from '#ui/ui/file-field.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { Spinner } from '#ui/ui/spinner.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { UnknownLabel } from './unknown-label.tsx';

const imageProblem: Readonly<Record<Exclude<ImageRead['outcome'], 'read'>, string>> = {
  'no-code': 'There is no label on this picture. Take it closer and straight from the front.',
  'not-an-image': 'This file is not a picture.',
  'no-decoder': 'The label reader could not be loaded. Type the serial number instead.',
};

/** Scan: from a label to the device in front of you, by camera, wedge, picture or typed serial; `?return=` takes the serial back. */
export function ScanScreen() {
  const engine = useEngine();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { hospital } = useSignedIn();
  const { offline } = useSyncStatus();
  const [unknown, setUnknown] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const back = returnPath(params);

  const take = (text: string) => {
    setProblem(null);
    const { device, serialNumber, otherHospitalId } = findScanned(engine.view(), text, hospital?.id);
    if (back !== undefined && serialNumber !== '') {
      const [path = back, query = ''] = back.split('?', 2);
      const rest = Object.fromEntries(new URLSearchParams(query));
      void navigate(withQuery(path, { ...rest, serial: serialNumber }), { replace: true });
    } else if (device) {
      void navigate(paths.equipmentDetails(device.serialNumber));
    } else if (otherHospitalId !== undefined) {
      void navigate(withQuery(paths.equipmentDetails(serialNumber), { h: otherHospitalId }));
    } else if (serialNumber === '') {
      setProblem('This label names a product, not a device: it carries no serial number.');
    } else {
      setUnknown(serialNumber);
    }
  };
  useWedge(take);
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    setReading(true);
    const result = await readImage(file);
    setReading(false);
    if (result.outcome === 'read') take(result.read.text);
    else setProblem(imageProblem[result.outcome]);
  };

  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Scan" {...(back !== undefined && { back: { to: back, label: 'Back' } })} />
      <div className="space-y-5">
        {unknown !== null && (
          <UnknownLabel key={unknown} serialNumber={unknown} offline={offline} onAgain={() => setUnknown(null)} />
        )}
        {problem !== null && (
          <Alert tone="warn" onDismiss={() => setProblem(null)}>
            {problem}
          </Alert>
        )}
        <CameraView onHit={take} paused={unknown !== null} />
        <Card title="Without the camera">
          <div className="space-y-5">
            <TypedSerial onSerial={take} />
            <FileField
              label="Picture of the label"
              accept="image/*"
              files={[]}
              disabled={reading}
              onFiles={([file]) => {
                void readFile(file);
              }}
            />
            {reading && (
              <p className="flex items-center gap-2 text-muted">
                <Spinner /> Reading the picture…
              </p>
            )}
          </div>
        </Card>
      </div>
    </div>
  );
}

function TypedSerial({ onSerial }: { onSerial: (text: string) => void }) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') onSerial(typed);
  };
  return (
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
  );
}
