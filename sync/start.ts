import type { OpenedReplica } from './first-view.ts';
import { openFirstView } from './first-view.ts';
import type { Ports } from './ports.ts';
import { createQuickEngine } from './quick-engine.ts';
import type { WardEngine } from './types.ts';

/** An engine that has started, maybe with its first view only. */
export interface Started {
  engine: WardEngine;
  /** Loads what the first view did not need; tries again until it is here. */
  complete(): void;
}

/** Starts with the first view where there is one, else with the whole engine, which `load` gives. */
export async function startEngine(
  ports: Ports,
  load: (opened?: OpenedReplica) => Promise<WardEngine>,
): Promise<Started> {
  const first = await openFirstView(ports).catch(() => null);
  return first ? createQuickEngine(ports, first, load) : { engine: await load(), complete: () => undefined };
}
