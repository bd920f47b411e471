import { useCallback, useState } from 'react';
import type { AgreementKind } from '#contract/records/agreement-terms.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { saveFile } from '#ui/platform/save-file.ts';
import { useToast } from '#ui/ui/toast.tsx';

/** Loads the filtered list of warranties and offers it as a file; returns whether that succeeded. */
export function useWarrantyDownload(): {
  busy: boolean;
  load: (search: string, kind?: AgreementKind) => Promise<boolean>;
} {
  const engine = useEngine();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const load = useCallback(
    async (search: string, kind?: AgreementKind) => {
      setBusy(true);
      try {
        saveFile(
          await engine.download('warrantyDownload', { query: { search, ...(kind && { kind }) } }),
          'warranties.xlsx',
        );
        return true;
      } catch (error) {
        toast({ tone: 'danger', text: errorWords(error, 'The warranties could not be downloaded.') });
        return false;
      } finally {
        setBusy(false);
      }
    },
    [engine, toast],
  );
  return { busy, load };
}
