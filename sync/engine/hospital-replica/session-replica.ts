import type { Session } from '#contract/calls/session.ts';
import type { Client } from '../../transport/client.ts';
import { emptyView } from './empty-view.ts';
import type { OpenedReplica } from './opened-replica.ts';
import type { Ports } from '../../ports/ports.ts';
import type { WardView } from '../../types.ts';
import type { Command } from '../../outbox/command.ts';
import { openLiveReplica } from './live-replica.ts';
import type { LiveReplica, LiveReplicaEvents } from './live-replica.ts';

/** The replica of the signed-in user's hospital. */
export interface SessionReplica {
  /** Switches to the session's hospital once a pending opening is done. A visitor has none. */
  follow(): void;
  /** Resolves when the replica of the current session is open. */
  opened(): Promise<void>;
  /** Returns the open replica with its pull; null for a visitor. */
  live(): LiveReplica | null;
  /** Returns the hospital's replica with the entries laid over it; empty without a hospital. */
  view(commands: readonly Command[]): WardView;
  close(): Promise<void>;
}

/** Follows `session`; takes over a replica that was opened for the first view if it is the same hospital's. */
export function createSessionReplica(parts: {
  ports: Ports;
  client: Client;
  session: () => Session | null;
  events: LiveReplicaEvents;
  onChange: () => void;
  opened: OpenedReplica | undefined;
}): SessionReplica {
  const { ports, client, session, events, onChange } = parts;
  let live: LiveReplica | null = null;
  let given = parts.opened;
  let opening: Promise<void> = Promise.resolve();
  let closed = false;

  async function use(hospitalId: string | null): Promise<void> {
    if (closed) return;
    if (live && live.hospitalId !== hospitalId) {
      const old = live;
      live = null;
      old.stop();
      await old.close();
    }
    const first = given;
    given = undefined;
    const fits = first?.replica.hospitalId === hospitalId && !first.replica.closed;
    if (first && !fits) await first.replica.close();
    if (hospitalId !== null && !live) {
      live = await openLiveReplica(ports, client, hospitalId, events, fits ? first : undefined);
      live.subscribe(onChange);
    }
    if (session()) live?.start();
    else live?.stop();
    onChange();
  }

  return {
    follow() {
      const hospitalId = session()?.hospital?.id ?? null;
      // A replica that could not be opened is retried at the next change of the session.
      opening = opening.then(() => use(hospitalId)).catch(() => undefined);
    },
    opened: () => opening,
    live: () => live,
    view(commands) {
      const hospital = session()?.hospital;
      return hospital && live?.hospitalId === hospital.id ? live.view(commands, hospital.timeZone) : emptyView;
    },
    async close() {
      closed = true;
      await opening;
      live?.stop();
      await live?.close();
    },
  };
}
