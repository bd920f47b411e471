import { sql } from 'drizzle-orm';
import type { NoticeSubject } from '#contract/records/notice.ts';
import { mentionedIn } from '#contract/rules/mentions.ts';
import type { WriteScope } from '../db/scope.ts';
import { tell } from '../records/tell.ts';

/** A note, and what it is on. */
interface Note {
  text: string;
  /** The key of the write. */
  cause: string;
  at: Date;
  about: { kind: NoticeSubject; id: string };
  deviceId: string;
  number?: string;
  by: { id: string; name: string };
}

/** Notifies the users that a note mentions with an @, in the note's transaction. Source: docs/product.md P363. */
export async function tellMentioned(scope: WriteScope, { text, ...news }: Note): Promise<void> {
  if (!text.includes('@')) return;
  const people = await scope.rows<{ id: string; name: string }>(sql`
    select id, name from app_user where hospital_id = ${scope.id} and deleted_at is null`);
  const mentionedIds = mentionedIn(text, people);
  if (mentionedIds.length > 0) await tell(scope, { ...news, kind: 'mentioned', mentionedIds });
}
