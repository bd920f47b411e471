import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Shown in place of a screen that failed. */
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
        Saved entries and typed text are kept on this tablet.
      </EmptyState>
    </div>
  );
}
