import type { Ports } from '../ports/ports.ts';
import type { ServerStatus } from '../transport/server-status.ts';
import { backoffMs, pauseEndsAt } from './plan.ts';

/** The network as a whole (rule PU5): after consecutive attempts without an answer, no entry is tried for a while. */
export interface Outage {
  /** The server has answered: the outage is over. */
  end(): void;
  /** A cycle has ended without an answer: back off for longer. */
  extend(): void;
  /** When the server may be tried again; 0 without an outage. Units: ms since 1970. */
  endsAt(): number;
}

const none = { failures: 0, unreachableAt: 0, nextAttemptAt: 0 };

/** The network as one context finds it. */
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
