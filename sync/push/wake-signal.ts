/** Tells a sender that something may be due. The signal stays raised until it is taken, and ends a wait. */
export interface WakeSignal {
  raise(): void;
  /** Ends a wait without raising the signal. */
  interrupt(): void;
  isRaised(): boolean;
  take(): void;
  /** Resolves when the signal is next raised or interrupted; only the latest wait is resolved. */
  next(): Promise<void>;
}

/** Creates a signal that is not raised. */
export function createWakeSignal(): WakeSignal {
  let isRaised = false;
  let endWait: () => void = () => undefined;
  return {
    raise() {
      isRaised = true;
      endWait();
    },
    interrupt: () => endWait(),
    isRaised: () => isRaised,
    take() {
      isRaised = false;
    },
    next: () =>
      new Promise((resolve) => {
        endWait = resolve;
      }),
  };
}
