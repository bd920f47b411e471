import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';

/** Channel on which every commit announces `hospital:version`. */
export const changesChannel = 'ward_rounds_changes';
/** Channel on which the database reports ended sessions: the id of a user or of a hospital. */
const endsChannel = 'ward_rounds_session_ends';

/** Backoff between two attempts to listen. */
const reconnectMs = { first: 500, max: 15_000 };

/** Notifies listeners in this process of a hospital's new version, no matter which process wrote it. */
export interface ChangeHub {
  start(): Promise<void>;
  /** Calls the listener with each version; returns a function that unsubscribes. */
  subscribe(hospitalId: string, listener: (version: number) => void): () => void;
  /**
   * Calls the listener when a session of this user, or any session of this hospital, may have ended; returns a function
   * that unsubscribes.
   */
  onSessionEnd(ids: readonly string[], listener: () => void): () => void;
  /** False while the connection is lost; tablets then poll for changes. */
  isListening(): boolean;
  stop(): Promise<void>;
}

/**
 * Listens to the database on a dedicated connection. After a lost connection every listener gets its hospital's current
 * version, because notifications may have been missed, and every session is checked.
 */
export function createChangeHub(connection: pg.ClientConfig, log: DatabaseLog): ChangeHub {
  const listeners = new Map<string, Set<(version: number) => void>>();
  const watchers = new Map<string, Set<() => void>>();
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  const tell = (hospitalId: string, version: number): void => {
    for (const listener of listeners.get(hospitalId) ?? []) listener(version);
  };
  const connect = async (): Promise<void> => {
    const made = new pg.Client(connection);
    made.on('error', (error) => log.warn({ error: error.message }, 'The connection for live events failed'));
    made.on('notification', ({ channel, payload = '' }) => {
      if (channel === endsChannel) {
        for (const watcher of watchers.get(payload) ?? []) watcher();
        return;
      }
      const at = payload.lastIndexOf(':');
      tell(payload.slice(0, at), Number(payload.slice(at + 1)));
    });
    try {
      await made.connect();
      await made.query(`listen ${changesChannel}; listen ${endsChannel}`);
    } catch (error) {
      await made.end().catch(() => undefined);
      throw error;
    }
    if (stopping.signal.aborted) {
      await made.end();
      return;
    }
    // Replaces only a connection that was listening; a failed attempt is retried by the loop that made it.
    made.once('end', () => {
      client = undefined;
      if (!stopping.signal.aborted) void reconnect();
    });
    client = made;
  };
  const reconnect = async (): Promise<void> => {
    for (let waitMs = reconnectMs.first; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, reconnectMs.max)) {
      try {
        await connect();
        const heads = await client?.query<{ hospital_id: string; version: string }>(
          'select hospital_id, version from hospital_head where hospital_id = any($1)',
          [[...listeners.keys()]],
        );
        for (const head of heads?.rows ?? []) tell(head.hospital_id, Number(head.version));
        for (const watcher of new Set([...watchers.values()].flatMap((each) => [...each]))) watcher();
        return;
      } catch (error) {
        log.warn({ error: String(error) }, 'Live events are paused until the database answers');
        await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  return {
    start: connect,
    subscribe: (hospitalId, listener) => addTo(listeners, hospitalId, listener),
    onSessionEnd(ids, listener) {
      const removals = ids.map((id) => addTo(watchers, id, listener));
      return () => {
        for (const remove of removals) remove();
      };
    },
    isListening: () => client !== undefined,
    async stop() {
      stopping.abort();
      await client?.end().catch(() => undefined);
    },
  };
}

/** Adds a listener under a key; returns the function that removes it. */
function addTo<L>(map: Map<string, Set<L>>, key: string, listener: L): () => void {
  const known = map.get(key) ?? new Set();
  known.add(listener);
  map.set(key, known);
  return () => {
    known.delete(listener);
    if (known.size === 0) map.delete(key);
  };
}
