import { eq, sql } from 'drizzle-orm';
import type { TabletReport } from '#contract/records/tablet.ts';
import type { DirectHandlers, Handlers } from '../context.ts';
import { isoInstant } from '../db/database.ts';
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
    }));
    return pageAnswer(items, Number(rows[0]?.total ?? 0), window);
  },
} satisfies Handlers<'tabletPage'>;

/** Keeps what a tablet reports about itself; it is no write of a hospital, which would be logged and sent to tablets. */
export const tabletDirectHandlers = {
  reportTablet: async ({ body, actor, services, now }) => {
    await services.db
      .update(refreshFamily)
      .set({ report: body, reportedAt: now })
      .where(eq(refreshFamily.id, actor.familyId));
  },
} satisfies DirectHandlers<'reportTablet'>;
