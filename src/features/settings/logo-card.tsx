import { useState } from 'react';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { useHospitalLogo } from '#ui/engine/use-hospital-logo.ts';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { drawLogo, LogoRefused } from '#ui/platform/draw-logo.ts';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { FileField } from '#ui/ui/file-field.tsx';
import { LogoPicture } from '#ui/ui/logo-picture.tsx';
import { useToast } from '#ui/ui/toast.tsx';

const needsNetwork = 'You are offline. Changing the logo needs the network.';

function wordsOf(error: unknown): string {
  if (error instanceof LogoRefused) return error.message;
  return isOffline(error) ? needsNetwork : errorWords(error, 'The logo could not be saved. Please try again.');
}

/** The picture in a `data:` address, as base64. */
const contentOf = (address: string | null): string | null => address?.split(',')[1] ?? null;

/** Sets and removes the hospital's logo; for the office. Source: docs/decisions/569-hospital-logo.md */
export function LogoCard() {
  const { hospital } = useSignedIn();
  const toast = useToast();
  const logo = useHospitalLogo();
  const change = useOnlineAction('setHospitalLogo');
  const [preparing, setPreparing] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string>();

  const save = async (picture: string | null, before?: string | null) => {
    setProblem(undefined);
    try {
      await change.run({ body: { picture } });
      toast({
        text: picture === null ? 'The hospital logo was removed.' : 'The hospital logo was saved.',
        ...(before !== undefined && { action: { label: 'Undo', onAction: () => void save(before) } }),
      });
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    setPreparing([file]);
    try {
      await save(await drawLogo(file), contentOf(logo));
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setPreparing([]);
  };

  return (
    <Card title="Hospital logo">
      <p className="mb-4 text-muted">Shown on white in the header of every tablet and on printed papers.</p>
      {logo !== null && (
        <div className="mb-4 flex flex-wrap items-center gap-4">
          <LogoPicture picture={logo} alt={`Logo of ${hospital?.name}`} isLarge />
          <Button icon="trash" disabled={change.busy} onClick={() => void save(null, contentOf(logo))}>
            Remove logo
          </Button>
        </div>
      )}
      <FileField
        label={logo === null ? 'Choose a logo' : 'Replace the logo'}
        hint="PNG, JPEG or WebP. A larger picture is scaled down."
        accept="image/png,image/jpeg,image/webp"
        files={[]}
        onFiles={(files) => void take(files)}
        preparing={preparing}
        disabled={change.busy || preparing.length > 0}
        error={problem}
      />
    </Card>
  );
}
