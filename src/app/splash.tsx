import { Spinner } from '../ui/spinner.tsx';

/** What stands while the app opens its storage. `blocked`: a tab of an older version does not let go of it. */
export function Splash({ blocked = false }: { blocked?: boolean }) {
  return (
    <div className="grid min-h-dvh place-content-center justify-items-center gap-5 px-4 text-center text-primary">
      <img src="/icons/mark.svg" alt="" width={72} height={72} />
      <Spinner size={28} label="Opening Ward Rounds…" />
      <output className="max-w-sm text-ink">
        {blocked && 'The app is open in an older version in another tab. Please close that tab.'}
      </output>
    </div>
  );
}
