import { useCallback, useState } from 'react';
import { errorWords } from '#ui/resource/engine.ts';
import { useEngine } from '#ui/resource/engine-provider.tsx';
import { saveFile } from '#ui/resource/save-file.ts';
import { useToast } from '#ui/ui/toast.tsx';

/** Loads the list of warranties as filtered and hands it over as a sheet; gives whether that worked. */
export function useWarrantyDownload(): { busy: boolean; load: (search: string) => Promise<boolean> } {
  const engine = useEngine();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const load = useCallback(
    async (search: string) => {
      setBusy(true);
      try {
        saveFile(await engine.download('warrantyDownload', { query: { search } }), 'warranties.xlsx');
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
