import { sql, type SQL } from 'drizzle-orm';
import { noticeSpecs } from '#contract/rules/notices.ts';
import { channelOfCopies, type DueCopy, isStillOn } from './copies.ts';
import { deliverDue, type DeliveryParts, startDelivery } from './deliver.ts';
import { Gone, type Pusher, type PushTarget } from '../outgoing/pusher.ts';
import { pushOf } from './push-text.ts';

/** Dependencies of the push worker. */
export interface PushParts extends DeliveryParts {
  pusher: Pusher;
}

/** The endpoint is null if its user no longer wants this push or is no longer signed in on the tablet. */
interface DuePush extends DueCopy, Omit<PushTarget, 'endpoint'> {
  at: string;
  endpoint: string | null;
}

/**
 * How long after its notice a push may be shown; a push service keeps it for the rest of that for a tablet that is
 * switched off. Units: seconds.
 */
const shownWithin = 24 * 60 * 60;

/**
 * The condition on a subscription `s`: its user has an account and is signed in on the tablet, and the tablet is not
 * reported lost.
 */
const isSignedIn = (now: Date): SQL => sql`exists (
  select from refresh_family f join app_user u on u.id = f.user_id and u.deleted_at is null
  where f.user_id = s.user_id and coalesce(f.device_id, f.id) = s.tablet_id and f.revoked_at is null
    and f.expires_at > ${now.toISOString()}::timestamptz and f.scope = 'full' and f.lost_at is null)`;

/** A copy that is sent twice has the same topic and tag, so a tablet shows it once. Source: docs/decisions/526-push.md */
const pushChannel = (parts: PushParts) =>
  channelOfCopies<DuePush>(parts, {
    table: 'notice_push',
    target: 'subscription_id',
    columns: sql`n.at, s.endpoint, s.p256dh, s.auth, s.app_url as "appUrl"`,
    // A sign-in may end while the worker runs.
    joins: () => sql`left join push_subscription s
      on s.hospital_id = m.hospital_id and s.id = m.subscription_id and h.is_active and ${isSignedIn(parts.now())}
        and ${isStillOn('notice_push_off', sql`s.user_id`)}`,
    // An urgent ticket has to ring within 5 s.
    looks: '* * * * * *',
    // Pushes that a server was sending when it was killed are retried soon.
    firstPause: '15 seconds',
    atOnce: 16,
    failure: 'A notice could not be pushed',
    isWanted: ({ endpoint }) => endpoint !== null,
    deliver: (due) =>
      reach(
        parts,
        { ...due, endpoint: due.endpoint ?? '' },
        {
          payload: pushOf(due, due.appUrl),
          topic: due.noticeId,
          isUrgent: noticeSpecs[due.kind].isAlwaysTold,
          keptSeconds: Math.max(0, shownWithin - Math.ceil((parts.now().getTime() - Date.parse(due.at)) / 1000)),
        },
      ),
  });

/**
 * Pushes to a subscription and records whether its push service was reached; deletes the subscription if it has ended.
 */
export async function reach(
  { db, pusher, now }: Pick<PushParts, 'db' | 'pusher' | 'now'>,
  to: PushTarget & { hospitalId: string; target: string },
  message: Parameters<Pusher['push']>[1],
): Promise<void> {
  const row = sql`hospital_id = ${to.hospitalId} and id = ${to.target} and endpoint = ${to.endpoint}`;
  try {
    await pusher.push(to, message);
  } catch (error) {
    await (error instanceof Gone
      ? db.execute(sql`delete from push_subscription where ${row}`)
      : db.execute(sql`
          update push_subscription set failing_since = ${now().toISOString()}::timestamptz
          where ${row} and failing_since is null`));
    throw error;
  }
  await db.execute(sql`update push_subscription set failing_since = null where ${row} and failing_since is not null`);
}

/** Pushes the notices that are due and returns how many attempts it made. */
export const sendPushes = (parts: PushParts): Promise<number> => deliverDue(parts, pushChannel(parts));

/** Pushes notices as they become due; `stop` waits for those in progress. */
export const startPush = (parts: PushParts): { stop(): Promise<void> } => startDelivery(parts, pushChannel(parts));
