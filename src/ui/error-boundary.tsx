import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown in place of what failed; `retry` renders it again. */
  fallback: (retry: () => void) => ReactNode;
  /** A change of place resets the failure. */
  place?: string;
}

interface ErrorBoundaryState {
  failed: boolean;
  place: string | undefined;
}

/** Keeps a failed part (a screen, a panel) from breaking the rest; drafts and entries are already stored. */
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
