import { and, eq, sql } from 'drizzle-orm';
import { type ListView, maxListViews } from '#contract/calls/list-view.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import type { Handlers, SessionActor } from '../context.ts';
import { listView } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError, unknownRecord } from '../problem.ts';

/** Views of lists that users save under a name. Source: docs/decisions/562-saved-views.md */
export const listViewHandlers = {
  listViews: async ({ hospital, actor }) => ({ views: await readViews(hospital, actor) }),

  saveListView: async ({ body: { list, name, query, isShared }, hospital, actor, id }) => {
    // Serializes the saves of a user, so that the count holds.
    await hospital.rows(sql`
      select 1 from app_user where hospital_id = ${hospital.id} and id = ${actor.id} for no key update`);
    const own = (await readViews(hospital, actor)).filter(({ isOwn }) => isOwn);
    const isName = sql`ward_key(${listView.name}) = ward_key(${name})`;
    const isSame = and(eq(listView.userId, actor.id), eq(listView.list, list), isName)!;
    const before = await hospital.find(listView, isSame);
    if (before) {
      await hospital.update(listView, { name, query, isShared }, eq(listView.id, before.id));
    } else {
      if (own.length >= maxListViews) {
        throw new ApiError('input.invalid', `You have ${maxListViews} saved views. Please delete one first.`);
      }
      await hospital.insert(listView, { id, userId: actor.id, list, name, query, isShared });
    }
    return { id: before?.id ?? id, list, name, query, isShared, isOwn: true, by: actor.name };
  },

  deleteListView: async ({ params, hospital, actor }) => {
    const view = (await readViews(hospital, actor)).find(({ id }) => id === params.id);
    if (!view) throw unknownRecord('view');
    if (!view.isOwn && actor.role !== 'Hospital') {
      throw new ApiError('auth.forbidden', `Only ${view.by} or the office can delete this view.`);
    }
    await hospital.remove(listView, eq(listView.id, params.id));
    return undefined;
  },
} satisfies Handlers<'listViews' | 'saveListView' | 'deleteListView'>;

async function readViews(scope: HospitalScope, actor: SessionActor): Promise<ListView[]> {
  const rows = await scope.rows<ListView & Record<string, unknown>>(sql`
    select v.id, v.list, v.name, v.query, v.is_shared as "isShared", v.user_id = ${actor.id} as "isOwn", u.name as by
    from list_view v join app_user u on u.id = v.user_id
    where v.hospital_id = ${scope.id} and (v.is_shared or v.user_id = ${actor.id})`);
  return rows.toSorted((a, b) => inNaturalOrder(a.name, b.name) || (a.id < b.id ? -1 : 1));
}
