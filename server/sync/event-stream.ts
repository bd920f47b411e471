import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { protocolHeader, protocolVersion } from '#contract/calls/sync.ts';
import type { DirectHandler } from '../context.ts';
import { isSessionAlive } from '../session/session.ts';

const heartbeatMs = 20_000;

/** A tablet's tabs share one stream; of a session that opens more, the oldest end. */
const maxStreamsEach = 8;

/** What ends a stream; it resolves once the client was sent its end. */
type EndStream = () => Promise<void>;

/** The open event streams of this process by session; the server ends them before it closes. */
const openStreams = new Map<string, Set<EndStream>>();

/** How many event streams this process holds open. */
export function countEventStreams(): number {
  return [...openStreams.values()].reduce((sum, { size }) => sum + size, 0);
}

/**
 * Ends the event streams, which would keep a closing server open. It waits until their ends are on the way: what is
 * still in a buffer is lost when the server then closes the connections that have no request.
 */
export async function endEventStreams(): Promise<void> {
  await Promise.all([...openStreams.values()].flatMap((ends) => [...ends].map((end) => end())));
}

/** Ends an answer and waits until it is sent; of a client that no longer reads, the connection is cut. */
async function endAnswer(raw: ServerResponse): Promise<void> {
  if (raw.writableNeedDrain) raw.destroy();
  const sent = finished(raw).catch(() => undefined);
  raw.end();
  await sent;
}

/**
 * Keeps an event stream open: `event: version`, `data: n`, and a comment every 20 s as long as the session lives. It
 * ends with the session, which the database tells; the comments find an end that was not heard.
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
  const own = openStreams.get(actor.familyId) ?? new Set();
  const end = (): Promise<void> => {
    clearInterval(heartbeat);
    unsubscribe();
    unwatch();
    own.delete(end);
    if (own.size === 0) openStreams.delete(actor.familyId);
    return endAnswer(raw);
  };
  own.add(end);
  openStreams.set(actor.familyId, own);
  for (const oldest of own) {
    if (own.size <= maxStreamsEach) break;
    void oldest();
  }
  request.raw.once('close', () => void end());
  // The session may have ended between its check and the first ear for its end.
  await endIfOver();
  if (raw.writableEnded) return;
  const [head] = await hospital.rows<{ version: string }>(
    sql`select version from hospital_head where hospital_id = ${hospital.id}`,
  );
  if (!raw.writableEnded) send(Number(head?.version ?? 0));
};
