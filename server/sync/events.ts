import { sql } from 'drizzle-orm';
import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { protocolHeader, protocolVersion } from '#contract/sync.ts';
import { isSessionAlive } from '../auth/session.ts';
import type { DirectHandler } from '../context.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { changesChannel } from './commit.ts';

const heartbeatMs = 20_000;
const reconnectMs = { first: 500, max: 15_000 };

/** Tells listeners of this process that a hospital has a new version, whichever process wrote it. */
export interface ChangeHub {
  start(): Promise<void>;
  /** Calls back with each version; gives the function that ends it. */
  subscribe(hospitalId: string, listener: (version: number) => void): () => void;
  /** False while the connection is lost: tablets then find changes by asking. */
  isListening(): boolean;
  stop(): Promise<void>;
}

/**
 * Listens to the database on one connection of its own. After a lost connection every listener is told the version of
 * its hospital, because what was said meanwhile was not heard.
 */
export function createChangeHub(connection: pg.ClientConfig, log: DatabaseLog): ChangeHub {
  const listeners = new Map<string, Set<(version: number) => void>>();
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  const tell = (hospitalId: string, version: number): void => {
    for (const listener of listeners.get(hospitalId) ?? []) listener(version);
  };
  const connect = async (): Promise<void> => {
    const made = new pg.Client(connection);
    made.on('error', (error) => log.warn({ error: error.message }, 'The connection for live events failed'));
    made.on('notification', ({ payload = '' }) => {
      const at = payload.lastIndexOf(':');
      tell(payload.slice(0, at), Number(payload.slice(at + 1)));
    });
    try {
      await made.connect();
      await made.query(`listen ${changesChannel}`);
    } catch (error) {
      await made.end().catch(() => undefined);
      throw error;
    }
    if (stopping.signal.aborted) {
      await made.end();
      return;
    }
    // Only a connection that has listened is missed: a try that failed belongs to the loop that made it.
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
        return;
      } catch (error) {
        log.warn({ error: String(error) }, 'Live events wait for the database');
        await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  return {
    start: connect,
    subscribe(hospitalId, listener) {
      const known = listeners.get(hospitalId) ?? new Set();
      known.add(listener);
      listeners.set(hospitalId, known);
      return () => {
        known.delete(listener);
        if (known.size === 0) listeners.delete(hospitalId);
      };
    },
    isListening: () => client !== undefined,
    async stop() {
      stopping.abort();
      await client?.end().catch(() => undefined);
    },
  };
}

/** The open event streams of this process; the server ends them before it closes. */
const openStreams = new Set<() => void>();

/** How many event streams this process holds open. */
export function countEventStreams(): number {
  return openStreams.size;
}

/** Ends the event streams, which would keep a closing server open. */
export function endEventStreams(): void {
  for (const end of openStreams) end();
}

/** Holds an event stream open: `event: version`, `data: n`, and a comment each 20 s as long as the session lives. */
export const syncEvents: DirectHandler<'syncEvents'> = async ({ services, hospital, actor, request, reply }) => {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    [protocolHeader.toLowerCase()]: protocolVersion,
  });
  const send = (version: number): void => void raw.write(`event: version\ndata: ${version}\n\n`);
  const unsubscribe = services.hub.subscribe(hospital.id, send);
  const heartbeat = setInterval(() => {
    void isSessionAlive(services, actor)
      .catch(() => true)
      .then((alive) => (alive ? raw.write(': beat\n\n') : end()));
  }, heartbeatMs);
  const end = (): void => {
    clearInterval(heartbeat);
    unsubscribe();
    openStreams.delete(end);
    raw.end();
  };
  openStreams.add(end);
  request.raw.once('close', end);
  const [head] = await hospital.rows<{ version: string }>(
    sql`select version from hospital_head where hospital_id = ${hospital.id}`,
  );
  if (!raw.writableEnded) send(Number(head?.version ?? 0));
};
