import { useCallback } from 'react';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { useLoaded } from '#ui/ui/use-loaded.ts';
import type { LoadedVersions, VersionKey } from './result-labels.ts';

/** Loads the steps of versions that this tablet does not hold; those that cannot be loaded are absent. */
export function useVersions(missing: readonly VersionKey[]): LoadedVersions | undefined {
  const engine = useEngine();
  const wanted = missing.join(' ');
  const load = useCallback(async (): Promise<LoadedVersions> => {
    const keys = wanted.split(' ') as VersionKey[];
    const asked = keys.map(async (key) => {
      const [id = '', version] = key.split('/');
      const { steps } = await engine.call('procedureVersion', { params: { id }, query: { version: Number(version) } });
      return [key, steps] as const;
    });
    const answers = await Promise.allSettled(asked);
    return new Map(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])));
  }, [engine, wanted]);
  return useLoaded(load, wanted !== '');
}
