import type { Ports } from '../ports/ports.ts';
import type { ServerStatus } from '../transport/server-status.ts';
import { backoffMs, pauseEndsAt } from './plan.ts';

/**
 * Detects a network outage (rule PU5): after several attempts in a row without an answer, no entry is tried for a
 * while.
 */
export interface Outage {
  /** Records an answer of the server: the outage is over. */
  end(): void;
  /** Records a cycle without an answer: the backoff grows. */
  extend(): void;
  /** Returns when the server may be tried again; 0 without an outage. Units: ms since 1970. */
  endsAt(): number;
}

const none = { failures: 0, unreachableAt: 0, nextAttemptAt: 0 };

/** Creates the outage detection of a page or worker. */
export function createOutage({ clock, random }: Pick<Ports, 'clock' | 'random'>, serverStatus: ServerStatus): Outage {
  let outage = none;
  return {
    end() {
      outage = none;
    },
    extend() {
      const failures = outage.failures + 1;
      const now = clock.now();
      outage = { failures, unreachableAt: now, nextAttemptAt: now + backoffMs(failures, random.next()) };
    },
    endsAt: () => (outage.failures === 0 ? 0 : pauseEndsAt(outage, clock.now(), serverStatus.lifeAt())),
  };
}
