import type { Ports } from '../../ports/ports.ts';
import type { ReplicaWarning } from '../../replica/copy-state.ts';
import { openReplica } from '../../replica/replica.ts';
import type { Replica } from '../../replica/replica.ts';

/** A replica that was opened before the engine. */
export interface OpenedReplica {
  replica: Replica;
  /** Sends storage warnings to this listener from now on, starting with those already given. */
  follow(listener: (warning: ReplicaWarning) => void): void;
}

/** Opens a hospital's replica and keeps its storage warnings until the engine takes it over. */
export async function openEarly(ports: Ports, hospitalId: string): Promise<OpenedReplica> {
  const early: ReplicaWarning[] = [];
  let report = (warning: ReplicaWarning): void => void early.push(warning);
  const replica = await openReplica({ ports, hospitalId, onWarning: (warning) => report(warning) });
  return {
    replica,
    follow(listener) {
      report = listener;
      for (const warning of early.splice(0)) listener(warning);
    },
  };
}
