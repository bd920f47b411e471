import { sql, type SQL } from 'drizzle-orm';
import { noticeKinds, type NoticeRecord } from '#contract/records/notice.ts';
import { defaultNoticeSettings } from '#contract/rules/escalation.ts';
import { noticeSpecs } from '#contract/rules/notices.ts';
import { afterQuiet, type QuietHours } from '#contract/rules/quiet-hours.ts';
import type { Channel, DeliveryParts, Due } from './deliver.ts';

/** A copy of a notice that is due. */
export interface DueCopy extends Due, Pick<NoticeRecord, 'kind' | 'facts' | 'about'>, QuietHours {
  hospitalId: string;
  noticeId: string;
  /** The user or browser it is for. */
  target: string;
  hospitalName: string;
  timeZone: string;
}

/** How long delivery of a copy is attempted. */
const triedFor = '1 day';

/**
 * Kinds that are sent first and during quiet hours; an older server running next to a newer one may not know all of
 * them.
 */
const urgentKinds: ReadonlySet<string> = new Set(noticeKinds.filter((kind) => noticeSpecs[kind].isAlwaysTold));

/** A way to deliver copies of notices to users. */
interface CopyChannel<D extends DueCopy> extends Pick<
  Channel<D>,
  'looks' | 'firstPause' | 'atOnce' | 'failure' | 'isWanted' | 'deliver'
> {
  /** The table of copies, and the column that names the recipient. */
  table: string;
  target: string;
  /**
   * Columns and joins read for each copy, in addition to those of the copy `m`, its notice `n` and its hospital `h`.
   */
  columns: SQL;
  joins: () => SQL;
}

/**
 * The condition that a user has not switched a kind off since its copy was written: one held back by quiet hours is
 * sent hours later.
 */
export const isStillOn = (off: 'notice_off' | 'notice_push_off', userId: SQL): SQL => sql`not exists (
  select from ${sql.raw(off)} o where o.hospital_id = m.hospital_id and o.user_id = ${userId} and o.kind = n.kind)`;

/** Returns the channel of a table of copies: urgent ones are sent first, and quiet hours hold back the others. */
export function channelOfCopies<D extends DueCopy>(
  { now }: Pick<DeliveryParts, 'now'>,
  { table, target, columns, joins, ...rest }: CopyChannel<D>,
): Channel<D> {
  return {
    ...rest,
    table: sql.raw(table),
    key: ['hospital_id', 'notice_id', target],
    get columns() {
      const at = sql`${now().toISOString()}::timestamptz`;
      return sql`m.hospital_id as "hospitalId", m.notice_id as "noticeId", m.${sql.raw(target)} as target, n.kind,
        n.facts, jsonb_build_object('kind', n.about_kind, 'id', n.about_id) as about, h.name as "hospitalName",
        h.time_zone as "timeZone", coalesce(q.quiet_from, ${defaultNoticeSettings.quietFrom}) as "quietFrom",
        coalesce(q.quiet_to, ${defaultNoticeSettings.quietTo}) as "quietTo", ${columns},
        n.at < ${at} - ${triedFor}::interval as "isExpired"`;
    },
    get joins() {
      return sql`join notice n on n.hospital_id = m.hospital_id and n.id = m.notice_id
        join hospital h on h.id = m.hospital_id left join notice_settings q on q.hospital_id = m.hospital_id ${joins()}`;
    },
    // The id ends with the kind (see `tell`): a join would read thousands of notices for each urgent copy, or all of
    // them on each poll.
    isUrgent: sql`notice_id like any(${sql.param([...urgentKinds].map((kind) => `%.${kind}`))}::text[])`,
    factsOf: ({ noticeId }) => ({ noticeId }),
    // `tell` checked quiet hours only for the time of writing; a copy can also become due later, after a failure or
    // downtime.
    heldUntil: (due, at) => (urgentKinds.has(due.kind) ? at : afterQuiet(due, at, due.timeZone)),
  };
}
