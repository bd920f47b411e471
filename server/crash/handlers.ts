import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CrashRow } from '#contract/calls/crash.ts';
import type { DirectHandlers, Handlers } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { containing, countedWords, pageAnswer, pageCut, pageWindow } from '../records/page.ts';

/** The latest faults that are kept; older ones make room for new ones. */
const maxKept = 500;
/** The same for those that name no hospital: anybody may report one, and must not push out the others. */
const maxWithoutHospital = 100;

/** Lists the faults that apps have reported. */
export const crashHandlers = {
  crashPage: async ({ query, system }) => {
    const window = pageWindow(query);
    const found = countedWords(query.search).map(
      (word) => sql`and ward_search(concat_ws(' ', c.name, c.route, c.release, c.engine)) like ${containing(word)}`,
    );
    const { rows } = await system.db.execute<CrashRow & { total: string }>(sql`
      select c.id, c.kind, c.name, c.stack, c.route, c.release, c.engine, c.count, c.first_at as "firstAt",
        c.last_at as "lastAt", coalesce(h.name, '') as "hospitalName", count(*) over () as total
      from crash c left join hospital h on h.id = c.hospital_id
      where true ${sql.join(found, sql` `)}
      order by c.last_at desc, c.id ${pageCut(window)}`);
    const items = rows.map(({ total: _total, firstAt, lastAt, ...row }) => ({
      ...row,
      firstAt: isoInstant(firstAt),
      lastAt: isoInstant(lastAt),
    }));
    return pageAnswer(items, Number(rows[0]?.total ?? 0), window);
  },
} satisfies Handlers<'crashPage'>;

/** Stores each reported fault once, with the number of times that it was reported. Source: docs/decisions/474-crash-reports.md */
export const crashDirectHandlers = {
  reportCrash: async ({ body, actor, services, request, now }) => {
    const { kind, name, stack, route, release, engine } = body;
    const id = createHash('sha256')
      .update(JSON.stringify([kind, name, stack, route, release]))
      .digest('hex');
    const at = now.toISOString();
    request.log.warn({ crash: { id, kind, name, route, release, stack } }, 'The app has reported a fault');
    await services.db.execute(sql`
      insert into crash (id, kind, name, stack, route, release, engine, hospital_id, count, first_at, last_at)
      values (${id}, ${kind}, ${name}, ${sql.param(stack)}::text[], ${route}, ${release}, ${engine},
        ${actor?.hospital?.id ?? null}, 1, ${at}::timestamptz, ${at}::timestamptz)
      on conflict (id) do update set count = crash.count + 1, last_at = excluded.last_at, engine = excluded.engine,
        hospital_id = coalesce(excluded.hospital_id, crash.hospital_id)`);
    await services.db.execute(sql`
      delete from crash where id in (select id from crash where hospital_id is not null order by last_at desc, id offset ${maxKept})
        or id in (select id from crash where hospital_id is null order by last_at desc, id offset ${maxWithoutHospital})`);
  },
} satisfies DirectHandlers<'reportCrash'>;
