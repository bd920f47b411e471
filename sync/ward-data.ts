import type { Client } from './client.ts';
import type { OpenedReplica } from './first-view.ts';
import type { Ports } from './ports.ts';
import { createPull } from './pull.ts';
import { layOver } from './replica/overlay.ts';
import { openReplica } from './replica/replica.ts';
import type { ReplicaWarning } from './replica/replica.ts';
import type { Command, WardView } from './types.ts';

/** The replica of one hospital with what keeps it fresh: all that the engine asks of it. */
export interface WardData {
  hospitalId: string;
  asOf(): string | null;
  /** 0 to 100 while the first download runs, else null. */
  downloadPercent(): number | null;
  /** The replica with the entries laid over whose effect it does not hold yet. */
  view(commands: readonly Command[], timeZone: string): WardView;
  /** Starts pulling and listening; stops without a session. */
  start(): void;
  stop(): void;
  pullNow(): Promise<void>;
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
}

/** What the replica's side tells the engine, and asks of it. */
export interface WardDataEvents {
  /** Keys of the hospital's entries on this device that the server has answered. */
  answeredKeys(hospitalId: string): Promise<readonly string[]>;
  /** The server lacks the work of these keys, which it has answered: it has to be sent again. */
  onMissing(keys: readonly string[]): Promise<void>;
  /** The server's data was restored from a backup: settled work has to be sent again. */
  onRestored(): Promise<void>;
  /** The replica cannot be stored and lives in memory. */
  onStorage(warning: ReplicaWarning): void;
  /** The server's records have a shape that this app does not know. */
  onUpdateRequired(): void;
}

/** Opens the replica of a hospital, or takes the opened one, and binds it to the client. */
export async function openWardData(
  ports: Ports,
  client: Client,
  hospitalId: string,
  events: WardDataEvents,
  opened?: OpenedReplica,
): Promise<WardData> {
  opened?.follow(events.onStorage);
  const replica = opened?.replica ?? (await openReplica({ ports, hospitalId, onWarning: events.onStorage }));
  const pull = createPull({
    ports,
    replica,
    callApi: client.callApi,
    openEvents: (signal) => client.openStream('syncEvents', { signal }),
    onWarning: events.onUpdateRequired,
    onRestored: events.onRestored,
    answered: { keys: () => events.answeredKeys(hospitalId), onMissing: events.onMissing },
    isOffline: client.isOffline,
  });
  return {
    hospitalId,
    asOf: () => replica.asOf,
    downloadPercent: () => replica.downloadPercent,
    view: (commands, timeZone) => layOver(replica, commands, { timeZone }),
    start: pull.start,
    stop: pull.stop,
    pullNow: () => pull.pullNow(),
    subscribe: (listener) => replica.subscribe(listener),
    close: () => replica.close(),
  };
}
