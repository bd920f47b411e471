import { VisuallyHidden } from './visually-hidden.tsx';

interface SpinnerProps {
  /** Units: px. */
  size?: number;
  /** Announced while waiting; omit it if adjacent text says the same. */
  label?: string;
}

/** Shows a spinner for waits of unknown length. */
export function Spinner({ size = 20, label }: SpinnerProps) {
  return (
    <span className="inline-flex shrink-0">
      <svg viewBox="0 0 24 24" width={size} height={size} fill="none" className="animate-spin" aria-hidden="true">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.25" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
