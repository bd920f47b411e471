import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { errorWords, isOffline } from './engine.ts';

interface LoadProblemProps {
  call: { error: Error | null; reload: () => void };
  /** Shown without network; undefined if being offline is a failure like any other. */
  offline: string | undefined;
  /** Shown if the server gives no reason. */
  failed: string;
}

/** Shows why something could not be loaded, with Try again; nothing if there is no error. */
export function LoadProblem({ call: { error, reload }, offline, failed }: LoadProblemProps) {
  if (!error) return null;
  const words = isOffline(error) ? offline : undefined;
  return (
    <Alert tone={words === undefined ? 'danger' : 'info'} action={<Button onClick={reload}>Try again</Button>}>
      {words ?? errorWords(error, failed)}
    </Alert>
  );
}
