import type { Session } from '#contract/session.ts';
import type { Client } from './client.ts';
import { emptyView } from './empty-view.ts';
import type { OpenedReplica } from './first-view.ts';
import type { Ports } from './ports.ts';
import type { Command, WardView } from './types.ts';
import { openWardData } from './ward-data.ts';
import type { WardData, WardDataEvents } from './ward-data.ts';

/** The ward data of the hospital whose user is here. */
export interface SessionWard {
  /** Goes over to the hospital of a session, once what is being opened is open. A visitor's has none. */
  follow(): void;
  /** Resolves when the session that was followed last has its data open. */
  opened(): Promise<void>;
  data(): WardData | null;
  /** The session's hospital with the entries laid over; empty without one. */
  view(commands: readonly Command[]): WardView;
  close(): Promise<void>;
}

/** Follows `session`; it takes over a replica that was opened for the first view, if it is of the same hospital. */
export function createSessionWard(parts: {
  ports: Ports;
  client: Client;
  session: () => Session | null;
  events: WardDataEvents;
  onChange: () => void;
  opened: OpenedReplica | undefined;
}): SessionWard {
  const { ports, client, session, events, onChange } = parts;
  let data: WardData | null = null;
  let given = parts.opened;
  let opening: Promise<void> = Promise.resolve();
  let closed = false;

  async function use(hospitalId: string | null): Promise<void> {
    if (closed) return;
    if (data && data.hospitalId !== hospitalId) {
      const old = data;
      data = null;
      old.stop();
      await old.close();
    }
    const first = given;
    given = undefined;
    const fits = first?.replica.hospitalId === hospitalId && !first.replica.closed;
    if (first && !fits) await first.replica.close();
    if (hospitalId !== null && !data) {
      data = await openWardData(ports, client, hospitalId, events, fits ? first : undefined);
      data.subscribe(onChange);
    }
    if (session()) data?.start();
    else data?.stop();
    onChange();
  }

  return {
    follow() {
      const hospitalId = session()?.hospital?.id ?? null;
      // Data that could not be opened are opened by the next change of the session.
      opening = opening.then(() => use(hospitalId)).catch(() => undefined);
    },
    opened: () => opening,
    data: () => data,
    view(commands) {
      const hospital = session()?.hospital;
      return hospital && data?.hospitalId === hospital.id ? data.view(commands, hospital.timeZone) : emptyView;
    },
    async close() {
      closed = true;
      await opening;
      data?.stop();
      await data?.close();
    },
  };
}
