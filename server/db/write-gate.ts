import { createGate, type Gate, type GateSlots } from '../gate.ts';

/**
 * Maximum number of writes that hold a database connection at the same time, in total and per hospital; the rest of the
 * pool is for reads.
 */
const writeSlots: GateSlots = { inAll: 12, each: [8] };

/**
 * Limits concurrent writes. Without it, the tablets of one hospital that return after an outage would take every
 * connection, queue for the hospital's version row, and starve reads.
 * Source: docs/decisions/192-load.md
 */
export type WriteGate = Gate;

/** Creates the gate of a server process; `random` spreads the retries of refused senders. */
export function createWriteGate(random: () => number = Math.random): WriteGate {
  return createGate(writeSlots, random);
}
