import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { protocolHeader, protocolVersion } from '#contract/calls/sync.ts';
import type { DirectHandler } from '../context.ts';
import { isSessionAlive } from '../session/session.ts';

const heartbeatMs = 20_000;

/** The tabs of a tablet share one stream; if a session opens more than this, the oldest ones end. */
const maxStreamsEach = 8;
/** The same for all sessions of an account: signing in again would otherwise take every connection of the server. */
const maxStreamsOfAccount = 64;

interface OpenStream {
  session: string;
  /** Ends the stream; resolves once the end has been sent to the client. */
  end: () => Promise<void>;
}

/** The open event streams of this process by account; the server ends them before it closes. */
const openStreams = new Map<string, Set<OpenStream>>();

/** Counts the open event streams of this process. */
export function countEventStreams(): number {
  return [...openStreams.values()].reduce((sum, { size }) => sum + size, 0);
}

/**
 * Ends the event streams, which would keep a closing server open. Waits until their ends are sent: data still in a
 * buffer is lost when the server then closes connections without a request.
 */
export async function endEventStreams(): Promise<void> {
  await Promise.all([...openStreams.values()].flatMap((streams) => [...streams].map(({ end }) => end())));
}

function endOldest(streams: readonly OpenStream[], most: number): void {
  for (const { end } of streams.slice(0, Math.max(0, streams.length - most))) void end();
}

/** Ends a response and waits until it is sent; cuts the connection of a client that no longer reads. */
async function endAnswer(raw: ServerResponse): Promise<void> {
  if (raw.writableNeedDrain) raw.destroy();
  const sent = finished(raw).catch(() => undefined);
  raw.end();
  await sent;
}

/**
 * Keeps an event stream open: `event: version`, `data: n`, and a comment every 20 s while the session lives. The
 * database announces the end of a session, which ends the stream; the comments catch an announcement that was missed.
 */
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
  const endIfOver = async (): Promise<void> => {
    if (!(await isSessionAlive(services, actor).catch(() => true))) void end();
  };
  const unwatch = services.hub.onSessionEnd([actor.id, hospital.id], () => void endIfOver());
  const heartbeat = setInterval(() => {
    void endIfOver().then(() => raw.writableEnded || raw.write(': beat\n\n'));
  }, heartbeatMs);
  const own = openStreams.get(actor.id) ?? new Set();
  const end = (): Promise<void> => {
    clearInterval(heartbeat);
    unsubscribe();
    unwatch();
    own.delete(stream);
    if (own.size === 0 && openStreams.get(actor.id) === own) openStreams.delete(actor.id);
    return endAnswer(raw);
  };
  const stream = { session: actor.familyId, end };
  own.add(stream);
  openStreams.set(actor.id, own);
  endOldest(
    [...own].filter(({ session }) => session === actor.familyId),
    maxStreamsEach,
  );
  endOldest([...own], maxStreamsOfAccount);
  request.raw.once('close', () => void end());
  // The session may have ended after its check and before the first listener was attached.
  await endIfOver();
  if (raw.writableEnded) return;
  const [head] = await hospital.rows<{ version: string }>(
    sql`select version from hospital_head where hospital_id = ${hospital.id}`,
  );
  if (!raw.writableEnded) send(Number(head?.version ?? 0));
};
