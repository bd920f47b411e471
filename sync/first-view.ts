import type { Session } from '#contract/session.ts';
import { goesOnAs, sessionOfTab } from './continue.ts';
import { peekOutbox } from './outbox/peek.ts';
import type { OutboxPeek } from './outbox/peek.ts';
import type { Ports } from './ports.ts';
import { countsBeside } from './replica/bare-view.ts';
import { openReplica } from './replica/replica.ts';
import type { Replica, ReplicaWarning } from './replica/replica.ts';
import { wrongClockMs } from './status.ts';

/** A replica that is open before the engine is. */
export interface OpenedReplica {
  replica: Replica;
  /** Who hears of its storage from now on, and of what has been said of it already. */
  follow(listener: (warning: ReplicaWarning) => void): void;
}

/** All that the first screen of a start shows: who is here, the entries, and the hospital's rows. */
export interface FirstView {
  session: Session;
  outbox: OutboxPeek;
  opened: OpenedReplica;
}

async function open(ports: Ports, hospitalId: string): Promise<OpenedReplica> {
  const said: ReplicaWarning[] = [];
  let hear = (warning: ReplicaWarning): void => void said.push(warning);
  const replica = await openReplica({ ports, hospitalId, onWarning: (warning) => hear(warning) });
  return {
    replica,
    follow(listener) {
      hear = listener;
      for (const warning of said.splice(0)) listener(warning);
    },
  };
}

/**
 * What a start can show before the engine is loaded: only where a session goes on without a question, the rows are
 * here, and no entry has an effect that is not in them. Anything else is the engine's, and answers null.
 */
export async function openFirstView(ports: Ports): Promise<FirstView | null> {
  const outbox = await peekOutbox(ports.databases);
  if (outbox?.deviceId === undefined || Math.abs(outbox.clockOffsetMs) > wrongClockMs) return null;
  const session = goesOnAs(outbox.person, sessionOfTab(ports.tabStore), ports.clock.now());
  const hospitalId = session?.hospital?.id;
  if (!session || hospitalId === undefined) return null;
  const counts = (cursor: number) =>
    outbox.commands.some((command) => command.hospitalId === hospitalId && countsBeside(command, cursor));
  if (counts(Infinity)) return null;
  const opened = await open(ports, hospitalId);
  const { replica } = opened;
  if (replica.ready && replica.downloadPercent === null && !counts(replica.cursor)) return { session, outbox, opened };
  await replica.close();
  return null;
}
