import { createHash } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import webPush from 'web-push';
import { z } from 'zod';
import { eq } from 'drizzle-orm';
import type { Executor } from '../db/database.ts';
import { appMeta } from '../db/schema.ts';
import { Later, Refused } from './errors.ts';
import { mayBePublic, publicLookup } from './public-address.ts';

/** Where a browser receives messages, and its keys. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** The origin from which it loaded the app. */
  appUrl: string;
}

/** A message for a browser. */
export interface PushMessage {
  /** At most 3,900 bytes. */
  payload: string;
  /** The same for every attempt, so that the push service keeps only one for a browser that is offline. */
  topic: string;
  isUrgent: boolean;
  /** How long the push service keeps it. Units: seconds. */
  keptSeconds: number;
}

/** Sends messages by Web Push. */
export interface Pusher {
  /** What a browser needs in order to subscribe. */
  publicKey: string;
  /** Whether it may send to an endpoint. */
  accepts(endpoint: string): boolean;
  /** Throws: Gone, Refused, Later, or any other error if another attempt may succeed. */
  push(to: PushTarget, message: PushMessage): Promise<void>;
}

/** The browser has ended its subscription. */
export class Gone extends Refused {}

/** Options of a pusher. */
export interface PusherSettings {
  /** Also sends to internal addresses and without TLS: for tests, and for a hospital's own push service. */
  allowsPrivate?: boolean;
  /** Deadline for one message, whatever the push service does; shorter than the pause before the next attempt. */
  deadlineMs?: number;
}

/** Stored in the database next to the epoch, so that all servers agree and a restore brings the keys back. */
const rowName = 'push-keys';
const Keys = z.object({ publicKey: z.string(), privateKey: z.string() });
const defaultDeadlineMs = 10_000;
/** The length of a topic by RFC 8030. */
const topicLength = 32;

/** Reads the Web Push keys (VAPID), or generates them at the first start, and returns a pusher that uses them. */
export async function openPusher(db: Executor, settings: PusherSettings = {}): Promise<Pusher> {
  const { allowsPrivate = false, deadlineMs = defaultDeadlineMs } = settings;
  await db
    .insert(appMeta)
    .values({ name: rowName, value: JSON.stringify(webPush.generateVAPIDKeys()) })
    .onConflictDoNothing();
  const [row] = await db.select().from(appMeta).where(eq(appMeta.name, rowName));
  const keys = Keys.parse(JSON.parse(row?.value ?? '{}'));
  const accepts = (endpoint: string): boolean =>
    mayBePublic(endpoint) || (allowsPrivate && URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol));
  return {
    publicKey: keys.publicKey,
    accepts,
    async push({ endpoint, p256dh, auth, appUrl }, { payload, topic, isUrgent, keptSeconds }) {
      if (!accepts(endpoint)) throw new Refused('The address of the push service is not on the internet.');
      const { headers, body } = requestOf(() =>
        webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
          // The subject has to be an https address, even where the app is tried without TLS.
          vapidDetails: { subject: appUrl.replace(/^http:/, 'https:'), ...keys },
          TTL: keptSeconds,
          urgency: isUrgent ? 'high' : 'normal',
          topic: createHash('sha256').update(topic).digest('base64url').slice(0, topicLength),
        }),
      );
      const lookup = allowsPrivate ? {} : { lookup: publicLookup };
      const answer = await post(endpoint, { headers, ...lookup }, body, deadlineMs);
      judge(answer);
    },
  };
}

/** A browser may have sent invalid keys: no attempt can succeed. */
function requestOf<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new Refused(error instanceof Error ? error.message : String(error));
  }
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

/** Posts a message on a connection of its own and ignores the response body. */
function post(endpoint: string, options: object, body: Buffer | null, deadlineMs: number): Promise<Answer> {
  const send = endpoint.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(deadlineMs);
    const request = send(endpoint, { ...options, method: 'POST', agent: false, signal }, (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      response.destroy();
    });
    request.on('error', (error) =>
      reject(signal.aborted ? new Error('The push service did not answer in time.') : error),
    );
    request.end(body);
  });
}

/** Throws unless the push service accepted the message. Source: RFC 8030. */
function judge({ status, retryAfter }: Answer): void {
  if (status >= 200 && status < 300) return;
  if (status === 404 || status === 410) throw new Gone('The browser has ended its subscription.');
  const reason = `The push service answered ${status}.`;
  if (status === 429 || status >= 500) throw new Later(reason, Number(retryAfter ?? 0) * 1000 || 0);
  throw new Refused(reason);
}
