import { sql } from 'drizzle-orm';
import type { Handlers } from '../context.ts';

/** What users do with their notices. */
export const noticeHandlers = {
  readNotices: async ({ hospital, body, id, actor }) => {
    // In one order, so that two tablets of a user cannot block each other; pruned notices are read anyway.
    const read = await hospital.rows<{ id: string }>(sql`
      update notice n set unread_by = array_remove(n.unread_by, ${actor.id})
      from (
        select id from notice
        where hospital_id = ${hospital.id} and id = any(${sql.param(body.ids)}::text[]) and ${actor.id} = any(unread_by)
        order by id for no key update
      ) mine
      where n.hospital_id = ${hospital.id} and n.id = mine.id returning n.id`);
    hospital.touch('notice', ...read.map((row) => row.id));
    return { id };
  },
} satisfies Handlers<'readNotices'>;
