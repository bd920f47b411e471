import type { Client } from '../../transport/client.ts';
import type { OpenedReplica } from './opened-replica.ts';
import type { Ports } from '../../ports/ports.ts';
import { createPull } from '../../pull/pull.ts';
import { countsBeside } from '../../replica/bare-view.ts';
import { layOver } from '../../replica/overlay.ts';
import { openReplica } from '../../replica/replica.ts';
import type { ReplicaWarning } from '../../replica/copy-state.ts';
import type { WardView } from '../../types.ts';
import type { Command } from '../../outbox/command.ts';

/** The replica of one hospital together with the pull that keeps it fresh. */
export interface LiveReplica {
  hospitalId: string;
  asOf(): string | null;
  /** 0 to 100 while the first download runs, else null. */
  downloadPercent(): number | null;
  /** A write was sent straight to the server, which answered with this version of the hospital. */
  awaitVersion(version: number): void;
  /**
   * True if the server has work of this tablet that no pull has fetched yet: an answered entry, or an awaited version.
   */
  isBehind(commands: readonly Command[]): boolean;
  /** Pulls changes that this tablet has missed and no event announces (rule PL6). */
  catchUp(commands: readonly Command[]): void;
  /** Returns the replica with the entries laid over it whose effect it lacks. */
  view(commands: readonly Command[], timeZone: string): WardView;
  /** Starts pulling and listening to events. */
  start(): void;
  stop(): void;
  pullNow(): Promise<void>;
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Callbacks from pull and replica to the engine. */
export interface LiveReplicaEvents {
  /** Keys of the hospital's entries on this tablet that the server has answered. */
  answeredKeys(hospitalId: string): Promise<readonly string[]>;
  /** The server has answered these keys but lacks their work, which must be sent again. */
  onMissing(keys: readonly string[]): Promise<void>;
  /** The server was restored from a backup: answered work must be sent again. */
  onRestored(): Promise<void>;
  /** The replica cannot be stored and lives in memory. */
  onStorage(warning: ReplicaWarning): void;
  /** The server's records have a schema that this app cannot read. */
  onUpdateRequired(): void;
}

/** How long an event may take to announce a write of this tablet. Units: milliseconds. */
const eventPatienceMs = 2000;
/** Delay after a pull that did not bring the change, until the next pull. Units: milliseconds. */
const againMs = 60_000;

/** Opens a hospital's replica, or takes over an open one, and connects it to the client. */
export async function openLiveReplica(
  ports: Ports,
  client: Client,
  hospitalId: string,
  events: LiveReplicaEvents,
  opened?: OpenedReplica,
): Promise<LiveReplica> {
  opened?.follow(events.onStorage);
  const replica = opened?.replica ?? (await openReplica({ ports, hospitalId, onWarning: events.onStorage }));
  /** Versions count within the history of `epoch`: after a restored backup, they start anew. */
  let awaited = { epoch: replica.epoch, version: 0 };
  /** The version that `catchUp` pulls to, and whether it is running. */
  let wanted = { epoch: replica.epoch, version: 0 };
  let isCatchingUp = false;
  let isStarted = false;
  const closing = new AbortController();
  /** The version that contains the last of this tablet's work; the cursor if the replica has all of it. */
  const versionOfWork = (commands: readonly Command[]): number =>
    commands.reduce(
      (version, command) => {
        const answered = command.answer?.version ?? 0;
        const isLater = answered > version && command.hospitalId === hospitalId;
        return isLater && countsBeside(command, replica.cursor) ? answered : version;
      },
      Math.max(replica.cursor, awaited.epoch === replica.epoch ? awaited.version : 0),
    );
  const pull = createPull({
    ports,
    replica,
    callApi: client.callApi,
    openEvents: (signal) => client.openStream('syncEvents', { signal }),
    onWarning: events.onUpdateRequired,
    onRestored() {
      awaited = { epoch: null, version: 0 };
      return events.onRestored();
    },
    answered: { keys: () => events.answeredKeys(hospitalId), onMissing: events.onMissing },
    isOffline: client.isOffline,
  });
  const isWanting = (): boolean => isStarted && wanted.epoch === replica.epoch && wanted.version > replica.cursor;

  /** Pulls until the wanted version has arrived: at first after the delay of an event, then as often as the poll. */
  async function bringBack(): Promise<void> {
    const { signal } = closing;
    for (let waitMs = eventPatienceMs; isWanting(); waitMs = againMs) {
      await ports.clock.delay(waitMs, signal);
      if (isWanting()) await pull.pullNow(signal).catch(() => undefined);
    }
  }

  return {
    hospitalId,
    asOf: () => replica.asOf,
    downloadPercent: () => replica.downloadPercent,
    awaitVersion(version) {
      const { epoch } = replica;
      // Answers may arrive out of order.
      awaited = { epoch, version: awaited.epoch === epoch ? Math.max(awaited.version, version) : version };
    },
    isBehind: (commands) => versionOfWork(commands) > replica.cursor,
    catchUp(commands) {
      wanted = { epoch: replica.epoch, version: versionOfWork(commands) };
      if (isCatchingUp || !isWanting()) return;
      isCatchingUp = true;
      void bringBack()
        .catch(() => undefined)
        .finally(() => {
          isCatchingUp = false;
        });
    },
    view: (commands, timeZone) => layOver(replica, commands, { timeZone }),
    start() {
      isStarted = true;
      pull.start();
    },
    stop() {
      isStarted = false;
      pull.stop();
    },
    pullNow: () => pull.pullNow(),
    subscribe: (listener) => replica.subscribe(listener),
    close() {
      closing.abort();
      return replica.close();
    },
  };
}
