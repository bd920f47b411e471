/** Wakes a running engine on signals from other tabs, the platform, the server, and timers. */
import { noteClock, readKnownClock } from '../../outbox/clock-seen.ts';
import type { Mirror } from '../../outbox/mirror.ts';
import type { Meta } from '../../outbox/meta.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Runner } from '../../push/runner.ts';
import type { Sessions } from '../../session/session.ts';
import type { ServerStatus } from '../../transport/server-status.ts';
import type { SessionReplica } from '../hospital-replica/session-replica.ts';

/** How often the idle time is checked. */
const idleCheckMs = 60_000;
/** Changes of other tabs are read after this delay, so that a burst of them is read once. */
const followMs = 150;

/** Failed background work is retried at the next wake-up; the entry itself is safe in the database. */
export function ignore(): void {}

/** Event sources of the engine, until `stop`. */
export interface WakeUps {
  /** Pulls and sends everything now, ignoring pauses. */
  wake(): void;
  stop(): Promise<void>;
}

/** Starts listening. `onChange` is called when the state of the server connection changes. */
export function listenForWakeUps(parts: {
  ports: Pick<Ports, 'clock' | 'channel' | 'connectivity'>;
  meta: Meta;
  mirror: Mirror;
  runner: Runner;
  sessions: Sessions;
  serverStatus: ServerStatus;
  sessionReplica: SessionReplica;
  onChange: () => void;
}): WakeUps {
  const { ports, meta, mirror, runner, sessions, serverStatus, sessionReplica } = parts;
  const { clock } = ports;
  const stopped = new AbortController();
  let following = false;

  /** Reads the changes of other tabs; a burst of changes is read once. */
  async function followOthers(): Promise<void> {
    if (following) return;
    following = true;
    await clock.delay(followMs, stopped.signal).finally(() => {
      following = false;
    });
    await mirror.reload();
    await followClock();
    runner.kick();
  }

  async function watchIdle(): Promise<void> {
    while (!stopped.signal.aborted) {
      await clock.delay(idleCheckMs, stopped.signal).catch(ignore);
      if (stopped.signal.aborted) return;
      serverStatus.checkClock();
      await followClock()
        .then(() => (serverStatus.isTimeEstimated() ? keepEstimate() : undefined))
        .catch(ignore);
      await sessions.checkIdle().catch(ignore);
    }
  }

  /** Another tab or the worker may have been answered later than this one. */
  async function followClock(): Promise<void> {
    serverStatus.learn(await readKnownClock(meta));
  }

  /** The next start continues from this time rather than from the last contact. */
  async function keepEstimate(): Promise<void> {
    const nowMs = serverStatus.notBeforeMs();
    await noteClock(meta, clock.now());
    await meta.change('notBeforeMs', (keptMs = 0) => Math.max(keptMs, nowMs));
  }

  function wake(): void {
    serverStatus.hint();
    runner.kick();
    void sessionReplica.live()?.pullNow().catch(ignore);
  }

  const unlisten = [
    ports.channel.listen((topic) => {
      if (topic === 'outbox') void followOthers().catch(ignore);
      if (topic === 'session') void sessions.reread().catch(ignore);
    }),
    ports.connectivity.onSignOfLife(() => {
      wake();
      void sessions.checkIdle().catch(ignore);
    }),
    ports.connectivity.onUse(() => sessions.used()),
    serverStatus.onChange((event) => {
      parts.onChange();
      if (event === 'alive') runner.kick();
    }),
  ];
  const idleWatch = watchIdle();

  return {
    wake,
    async stop() {
      stopped.abort();
      for (const end of unlisten) end();
      await idleWatch;
    },
  };
}
