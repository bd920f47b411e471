import type { ReactNode } from 'react';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { ErrorBoundary } from '#ui/ui/error-boundary.tsx';
import { useMedia } from '#ui/ui/use-media.ts';

/** Wide enough for panels of five rows in two columns. */
const deskQuery = '(min-width: 64rem)';

/** Returns the number of rows in a panel: its View All leads to the others. Source: docs/product.md P292. */
export function usePanelRows(): number {
  return useMedia(deskQuery) ? 5 : 3;
}

/**
 * Look of the link in a panel's title bar: its text ends where the rows end, so that title and link fit into one line.
 */
export const panelLink = '-my-2.5 -mr-2 px-2!';

interface PanelProps {
  /** The documents' sentence for a failure of this panel. */
  failed: string;
  /** Moving to a different place resets the failure. */
  place?: string;
  children: ReactNode;
}

/** Isolates a part of the dashboard: if it fails, it shows its own sentence and can be retried. */
export function Panel({ failed, place, children }: PanelProps) {
  return (
    <ErrorBoundary fallback={failedWith(failed)} {...(place !== undefined && { place })}>
      {children}
    </ErrorBoundary>
  );
}

const failedWith = (text: string) =>
  function failedPanel(retry: () => void) {
    return <PanelFailed text={text} onRetry={retry} />;
  };

/** Shown instead of a panel that failed. */
export function PanelFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Alert tone="danger" action={<Button onClick={onRetry}>Try again</Button>}>
      {text}
    </Alert>
  );
}
