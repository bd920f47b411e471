import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Stands where a screen broke. */
export function ScreenFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon="octagon"
        title="This screen could not be shown"
        action={
          <>
            <Button variant="primary" icon="refresh" onClick={onRetry}>
              Try again
            </Button>
            <Button onClick={() => window.location.reload()}>Load the app again</Button>
          </>
        }
      >
        Saved entries and typed text are kept on this device.
      </EmptyState>
    </div>
  );
}
