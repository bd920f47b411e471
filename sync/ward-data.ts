import type { Client } from './client.ts';
import { emptyView } from './empty-view.ts';
import type { Ports } from './ports.ts';
import type { Command, WardView } from './types.ts';

/** The replica of one hospital with what keeps it fresh: all that the engine asks of it. */
export interface WardData {
  hospitalId: string;
  /** The version up to which the replica is complete. */
  cursor(): number;
  asOf(): string | null;
  /** 0 to 100 while the first download runs, else null. */
  downloadPercent(): number | null;
  view(commands: readonly Command[], timeZone: string): WardView;
  /** Starts pulling and listening; stops without a session. */
  start(): void;
  stop(): void;
  pullNow(): Promise<void>;
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
}

/** What the replica's side tells the engine. */
export interface WardDataEvents {
  /** The server's data was restored from a backup: work above this version has to be sent again. */
  onRestored(headVersion: number): void;
}

/** Opens the replica of a hospital. */
export async function openWardData(
  _ports: Ports,
  _client: Client,
  hospitalId: string,
  _events: WardDataEvents,
): Promise<WardData> {
  return {
    hospitalId,
    cursor: () => 0,
    asOf: () => null,
    downloadPercent: () => null,
    view: () => emptyView,
    start: () => undefined,
    stop: () => undefined,
    pullNow: async () => undefined,
    subscribe: () => () => undefined,
    close: async () => undefined,
  };
}
