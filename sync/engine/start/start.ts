import type { OpenedReplica } from '../hospital-replica/opened-replica.ts';
import { openFirstView } from './first-view.ts';
import type { Ports } from '../../ports/ports.ts';
import { createQuickEngine } from './quick-engine.ts';
import type { WardEngine } from '../../types.ts';

/** A started engine, possibly with its first view only. */
export interface Started {
  engine: WardEngine;
  /** Loads what the first view did not need, retrying until it has arrived. */
  complete(): Promise<void>;
}

/** Starts with the first view if there is one, otherwise with the whole engine, which `load` returns. */
export async function startEngine(
  ports: Ports,
  load: (opened?: OpenedReplica) => Promise<WardEngine>,
): Promise<Started> {
  const first = await openFirstView(ports).catch(() => null);
  return first ? createQuickEngine(ports, first, load) : { engine: await load(), complete: () => Promise.resolve() };
}
