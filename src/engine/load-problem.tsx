import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { errorWords, isOffline } from './engine.ts';

interface LoadProblemProps {
  call: { error: Error | null; reload: () => void };
  /** Said without network; undefined where that is a failure like any other. */
  offline: string | undefined;
  /** Said if the server gives no reason. */
  failed: string;
}

/** Says why something could not be loaded, with Try again; nothing while it could. */
export function LoadProblem({ call: { error, reload }, offline, failed }: LoadProblemProps) {
  if (!error) return null;
  const words = isOffline(error) ? offline : undefined;
  return (
    <Alert tone={words === undefined ? 'danger' : 'info'} action={<Button onClick={reload}>Try again</Button>}>
      {words ?? errorWords(error, failed)}
    </Alert>
  );
}
