import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** What stands in the place of what broke; `retry` tries again. */
  fallback: (retry: () => void) => ReactNode;
  /** Another place gets another try. */
  place?: string;
}

interface ErrorBoundaryState {
  failed: boolean;
  place: string | undefined;
}

/** Keeps a broken part (a screen, a panel) from taking the rest along; drafts and entries are on the device already. */
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
