import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { protocolHeader, protocolVersion } from '#contract/calls/sync.ts';
import type { DirectHandler } from '../context.ts';
import { isSessionAlive } from '../session/session.ts';

const heartbeatMs = 20_000;

/** The tabs of a tablet share one stream; if a session opens more than this, the oldest ones end. */
const maxStreamsEach = 8;

/** Ends a stream; resolves once the end has been sent to the client. */
type EndStream = () => Promise<void>;

/** The open event streams of this process by session; the server ends them before it closes. */
const openStreams = new Map<string, Set<EndStream>>();

/** Counts the open event streams of this process. */
export function countEventStreams(): number {
  return [...openStreams.values()].reduce((sum, { size }) => sum + size, 0);
}

/**
 * Ends the event streams, which would keep a closing server open. Waits until their ends are sent: data still in a
 * buffer is lost when the server then closes connections without a request.
 */
export async function endEventStreams(): Promise<void> {
  await Promise.all([...openStreams.values()].flatMap((ends) => [...ends].map((end) => end())));
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
  // The session may have ended after its check and before the first listener was attached.
  await endIfOver();
  if (raw.writableEnded) return;
  const [head] = await hospital.rows<{ version: string }>(
    sql`select version from hospital_head where hospital_id = ${hospital.id}`,
  );
  if (!raw.writableEnded) send(Number(head?.version ?? 0));
};
