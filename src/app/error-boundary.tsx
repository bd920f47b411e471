import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Another place gets another try. */
  place?: string;
}

interface ErrorBoundaryState {
  failed: boolean;
  place: string | undefined;
}

/** Keeps a broken screen from taking the app along; drafts and entries are on the device already. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ place }: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState | null {
    return place === state.place ? null : { failed: false, place };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" className="mx-auto flex max-w-lg flex-col items-center px-4 py-16 text-center">
        <span className="viewfinder mb-5 inline-flex p-5 text-danger">
          <Icon name="octagon" size={36} />
        </span>
        <h1 className="text-2xl font-bold">This screen could not be shown</h1>
        <p className="mt-2 text-muted">Saved entries and typed text are kept on this device.</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <Button variant="primary" icon="refresh" onClick={() => this.setState({ failed: false })}>
            Try again
          </Button>
          <Button onClick={() => window.location.reload()}>Load the app again</Button>
        </div>
      </div>
    );
  }
}
