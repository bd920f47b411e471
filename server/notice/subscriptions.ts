import { sql, type SQL } from 'drizzle-orm';
import type { DirectHandlers, SessionActor } from '../context.ts';
import type { HospitalScope } from '../db/scope.ts';
import { invalidField } from '../problem.ts';
import { Gone, type PushTarget } from '../outgoing/pusher.ts';
import { trialPush } from './push-text.ts';
import { reach } from './send-push.ts';

/** Tablets of a user that can get push; a further one replaces the oldest subscription. */
const maxTablets = 10;
/** How long a push service keeps a test push. Units: seconds. */
const trialSeconds = 60;

interface Subscription extends Record<string, unknown>, PushTarget {
  target: string;
  failingSince: string | null;
}

/** The tablet of a session; the user's next session on it has the same id. */
const tabletOf = ({ familyId }: SessionActor): SQL =>
  sql`(select coalesce(f.device_id, f.id) from refresh_family f where f.id = ${familyId})`;

/** Reads how the caller's tablet gets push; undefined if it does not. */
export async function readSubscription(scope: HospitalScope, actor: SessionActor): Promise<Subscription | undefined> {
  const [own] = await scope.rows<Subscription>(sql`
    select s.id as target, s.endpoint, s.p256dh, s.auth, s.app_url as "appUrl", s.failing_since as "failingSince"
    from push_subscription s
    where s.hospital_id = ${scope.id} and s.user_id = ${actor.id} and s.tablet_id = ${tabletOf(actor)}`);
  return own;
}

/**
 * Stores which tablets get push. This is not a hospital write, which would be logged and sent to tablets. Source:
 * docs/decisions/526-push.md
 */
export const pushDirectHandlers = {
  subscribePush: async ({ body, hospital, actor, services, now }) => {
    const { endpoint, p256dh, auth, appUrl } = body;
    if (!services.pusher.accepts(endpoint)) {
      throw invalidField('endpoint', 'The address of the push service is not on the internet.');
    }
    await services.db.execute(sql`
      with gone as (
        delete from push_subscription s where s.hospital_id = ${hospital.id} and s.user_id = ${actor.id}
          and s.tablet_id <> ${tabletOf(actor)}
          and (s.endpoint = ${endpoint} or s.id in (
            select o.id from push_subscription o where o.hospital_id = ${hospital.id} and o.user_id = ${actor.id}
              and o.tablet_id <> ${tabletOf(actor)} order by o.created_at desc, o.id offset ${maxTablets - 1}))
      )
      insert into push_subscription (hospital_id, id, user_id, tablet_id, endpoint, p256dh, auth, app_url, created_at)
      select ${hospital.id}, t.id || '.' || ${actor.id}, ${actor.id}, t.id, ${endpoint}, ${p256dh}, ${auth}, ${appUrl},
        ${now.toISOString()}::timestamptz
      from (select ${tabletOf(actor)} as id) t
      on conflict (hospital_id, id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh,
        auth = excluded.auth, app_url = excluded.app_url, failing_since = null`);
  },

  unsubscribePush: async ({ hospital, actor, services }) => {
    await services.db.execute(sql`
      delete from push_subscription
      where hospital_id = ${hospital.id} and user_id = ${actor.id} and tablet_id = ${tabletOf(actor)}`);
  },

  tryPush: async ({ hospital, actor, services }) => {
    const own = await readSubscription(hospital, actor);
    if (!own) return { outcome: 'off' as const };
    const { db, now, pusher } = services;
    const message = { payload: trialPush(own.appUrl), topic: 'trial', isUrgent: true, keptSeconds: trialSeconds };
    try {
      await reach({ db, now, pusher }, { ...own, hospitalId: hospital.id }, message);
      return { outcome: 'sent' as const };
    } catch (error) {
      return { outcome: error instanceof Gone ? ('off' as const) : ('failed' as const) };
    }
  },
} satisfies DirectHandlers<'subscribePush' | 'unsubscribePush' | 'tryPush'>;
