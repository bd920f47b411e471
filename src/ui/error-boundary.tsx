import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown in place of the failed part; `retry` renders the part again. */
  fallback: (retry: () => void) => ReactNode;
  /** A different place resets the failure. */
  place?: string;
}

interface ErrorBoundaryState {
  failed: boolean;
  place: string | undefined;
}

/** Contains a failure in one part (a screen, a panel); drafts and entries are already stored. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ place }: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState | null {
    return place === state.place ? null : { failed: false, place };
  }

  override render() {
    const { children, fallback } = this.props;
    return this.state.failed ? fallback(() => this.setState({ failed: false })) : children;
  }
}
