import { Spinner } from '../ui/spinner.tsx';

/** What stands while the app opens its storage. */
export function Splash() {
  return (
    <div className="grid min-h-dvh place-content-center justify-items-center gap-5 text-primary">
      <img src="/icons/mark.svg" alt="" width={72} height={72} />
      <Spinner size={28} label="Opening Ward Rounds…" />
    </div>
  );
}
