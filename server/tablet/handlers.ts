import { eq, sql } from 'drizzle-orm';
import type { TabletReport } from '#contract/records/tablet.ts';
import type { DirectHandlers, Handlers } from '../context.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import { refreshFamily } from '../db/schema.ts';
import { containing, countedWords, pageAnswer, pageCut, pageWindow } from '../records/page.ts';

interface Found extends Record<string, unknown> {
  id: string;
  userName: string;
  hospitalName: string;
  signedInAt: string;
  seenAt: string;
  sendsOnly: boolean;
  report: TabletReport | null;
  isOwn: boolean;
  others: string[];
  lostAt: string | null;
  backAt: string | null;
  total: string;
}

/** Lists the tablets and browsers of a hospital's users; for the Admin, those of all hospitals. */
export const tabletHandlers = {
  tabletPage: async ({ query, system, actor, now }) => {
    const window = pageWindow(query);
    const ofHospital = actor.hospital ? sql`u.hospital_id = ${actor.hospital.id}` : sql`u.hospital_id is not null`;
    const found = countedWords(query.search).map((word) => sql`and u.search like ${containing(word)}`);
    const { rows } = await system.db.execute<Found>(sql`
      select f.id, u.name as "userName", h.name as "hospitalName", f.created_at as "signedInAt",
        greatest(f.rotated_at, f.reported_at) as "seenAt", f.scope = 'outbox' as "sendsOnly", f.report,
        f.id = ${actor.familyId} as "isOwn", f.lost_at as "lostAt", f.lost_told_at as "backAt",
        array(select ou.name from refresh_family o join app_user ou on ou.id = o.user_id and ou.deleted_at is null
          where o.device_id = f.device_id and o.id <> f.id and ou.id <> u.id and ou.hospital_id = u.hospital_id
            and o.revoked_at is null and o.expires_at > ${now.toISOString()}::timestamptz order by ou.name) as others,
        count(*) over () as total
      from refresh_family f
      join app_user u on u.id = f.user_id and u.deleted_at is null
      join hospital h on h.id = u.hospital_id
      where ${ofHospital} and f.revoked_at is null and f.expires_at > ${now.toISOString()}::timestamptz
        ${sql.join(found, sql` `)}
      order by (f.report ->> 'oldestAt')::timestamptz nulls last, "seenAt" desc, f.id
      ${pageCut(window)}`);
    const items = rows.map(({ total: _total, ...row }) => ({
      ...row,
      signedInAt: isoInstant(row.signedInAt),
      seenAt: isoInstant(row.seenAt),
      lostAt: isoInstantOrNull(row.lostAt),
      backAt: isoInstantOrNull(row.backAt),
    }));
    return pageAnswer(items, Number(rows[0]?.total ?? 0), window);
  },

  revokeTablet: async ({ params, system, actor, note, now }) => {
    const at = now.toISOString();
    // Everybody of the hospital who is signed in on the tablet: it is lost for all of them, and holds one hospital's data.
    const { rows } = await system.db.execute<{ id: string; userId: string; hospitalId: string }>(sql`
      select f.id, u.id as "userId", u.hospital_id as "hospitalId"
      from refresh_family asked
      join app_user owner on owner.id = asked.user_id and owner.hospital_id is not null
      join app_user u on u.hospital_id = owner.hospital_id
      join refresh_family f on f.user_id = u.id and (f.id = asked.id or f.device_id = asked.device_id)
      where asked.id = ${params.id} and asked.revoked_at is null and asked.expires_at > ${at}::timestamptz
        and f.revoked_at is null
        ${actor.hospital ? sql`and owner.hospital_id = ${actor.hospital.id}` : sql``}
      for no key update of f`);
    const asked = rows.find(({ id }) => id === params.id);
    if (!asked) throw unknownRecord('tablet');
    if (rows.some(({ id }) => id === actor.familyId)) throw new ApiError('record.conflict', ownTablet);
    await system.db.execute(sql`
      update refresh_family set scope = 'outbox', lost_at = coalesce(lost_at, ${at}::timestamptz)
      where id = any(${sql.param(rows.map(({ id }) => id))}::text[])`);
    // The office's log names the call itself; the Admin's act is named in the hospital's log, too.
    if (!actor.hospital) await note('tablet.revoked', { account: asked.userId, hospital: asked.hospitalId });
  },
} satisfies Handlers<'tabletPage' | 'revokeTablet'>;

const ownTablet = 'You are using this tablet yourself. Log out instead, and choose to remove the hospital’s data.';

/**
 * Stores what a tablet reports about itself; this is not a hospital write, which would be logged and sent to tablets.
 */
export const tabletDirectHandlers = {
  reportTablet: async ({ body, actor, services, now }) => {
    await services.db
      .update(refreshFamily)
      .set({ report: body, reportedAt: now })
      .where(eq(refreshFamily.id, actor.familyId));
  },
} satisfies DirectHandlers<'reportTablet'>;
