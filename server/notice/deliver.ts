import { Cron } from 'croner';
import { sql, type SQL } from 'drizzle-orm';
import { noticeKinds, type NoticeRecord } from '#contract/records/notice.ts';
import { defaultNoticeSettings } from '#contract/rules/escalation.ts';
import { noticeSpecs } from '#contract/rules/notices.ts';
import { afterQuiet, type QuietHours } from '#contract/rules/quiet-hours.ts';
import { textOf } from '../db/database-start-error.ts';
import type { Database } from '../db/database.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { Later, Refused } from '../outgoing/errors.ts';

/** Dependencies of the worker. */
export interface DeliveryParts {
  db: Database;
  /** The only source of time. */
  now: () => Date;
  log: DatabaseLog;
}

/** A copy of a notice that is due. */
export interface Due extends Record<string, unknown>, Pick<NoticeRecord, 'kind' | 'facts' | 'about'>, QuietHours {
  hospitalId: string;
  noticeId: string;
  /** The user or browser it is for. */
  target: string;
  hospitalName: string;
  timeZone: string;
  at: string;
}

/** A way in which copies of notices reach users. */
export interface Channel<D extends Due> {
  /** The table of the copies, and its column that names the recipient. */
  table: SQL;
  target: SQL;
  /** Columns and joins beside those of the copy `m`, its notice `n` and its hospital `h`. */
  columns: SQL;
  joins: SQL;
  /** When a server looks for copies that are due, as a cron pattern. */
  looks: string;
  /** The pause after the first attempt, which doubles; it outlasts the deadline of an attempt. */
  firstPause: string;
  /** Copies that one server sends at the same time, and as many urgent ones beside them. */
  atOnce: number;
  /** What the log says of an attempt that failed. */
  failure: string;
  /** Whether its recipient still wants it. */
  isWanted(due: D): boolean;
  /** Throws: Refused if another attempt would be refused too, any other error if it may succeed later. */
  deliver(due: D): Promise<void>;
}

/** How long a copy is tried. */
const triedFor = '1 day';
/** The longest pause between two attempts. Units: milliseconds. */
const longestPauseMs = 2 * 60 * 60_000;

/** Kinds that go ahead of others, also in quiet hours; a server that a newer one runs beside may not know all of them. */
const urgentKinds: ReadonlySet<string> = new Set(noticeKinds.filter((kind) => noticeSpecs[kind].isAlwaysTold));

/** The work of one server on a channel: on urgent copies alone or on all. */
interface Lanes {
  isUrgent: boolean;
  busy: number;
  isStopping: boolean;
}

/**
 * Urgent copies have lanes of their own, so that they wait neither behind thousands of others nor for the slow recipients
 * of these. An earlier `next_at` would put them ahead at their first attempt only, and would not free a lane.
 */
const openLanes = (): Lanes[] => [true, false].map((isUrgent) => ({ isUrgent, busy: 0, isStopping: false }));

/**
 * Sends the copies that are due and returns how many attempts it made. Promises: several servers share the work, and no
 * two try a copy at the same time; nothing is sent inside a transaction. A server that is killed between the answer of
 * the recipient and its own note sends the copy again. Source: docs/decisions/502-mail.md
 */
export async function deliverDue<D extends Due>(
  parts: DeliveryParts,
  channel: Channel<D>,
  lanes: readonly Lanes[] = openLanes(),
): Promise<number> {
  let tried = 0;
  const errors: unknown[] = [];
  // Never rejects: its error waits until the other lanes have ended.
  const work = async (own: Lanes): Promise<void> => {
    const others: Promise<void>[] = [];
    own.busy += 1;
    try {
      while (!own.isStopping) {
        const due = await claim(parts, channel, own);
        if (!due) break;
        // A slow recipient does not hold up what is due beside it.
        if (own.busy < channel.atOnce) others.push(work(own));
        if (await putBack(parts, channel, due)) continue;
        tried += 1;
        await attempt(parts, channel, due);
      }
    } catch (error) {
      errors.push(error);
    } finally {
      own.busy -= 1;
    }
    await Promise.all(others);
  };
  await Promise.all(lanes.filter(({ busy }) => busy < channel.atOnce).map(work));
  if (errors.length > 0) throw new AggregateError(errors, textOf(errors[0]));
  return tried;
}

/** Takes one copy: until its next attempt is due, no other server takes it. */
async function claim<D extends Due>(
  { db, now }: DeliveryParts,
  { table, target, columns, joins, firstPause }: Channel<D>,
  { isUrgent }: Lanes,
): Promise<D | undefined> {
  // The id ends with the kind, see `tell`: a join would read thousands of notices for each urgent copy, or all at each look.
  const ofLane = isUrgent
    ? sql`and notice_id like any(${sql.param([...urgentKinds].map((kind) => `%.${kind}`))}::text[])`
    : sql``;
  const at = sql`${now().toISOString()}::timestamptz`;
  const claimed = await db.execute(sql`
    with due as (
      select hospital_id, notice_id, ${target} from ${table} where state = 'waiting' and next_at <= ${at} ${ofLane}
      order by next_at limit 1 for update skip locked
    ), m as (
      update ${table} m set attempts = m.attempts + 1,
        next_at = ${at} + least(${firstPause}::interval * power(2, m.attempts), ${longestPauseMs}::int * interval '1 millisecond')
      from due where m.hospital_id = due.hospital_id and m.notice_id = due.notice_id and m.${target} = due.${target}
      returning m.*
    )
    select m.hospital_id as "hospitalId", m.notice_id as "noticeId", m.${target} as target, n.kind, n.facts, n.at,
      jsonb_build_object('kind', n.about_kind, 'id', n.about_id) as about, h.name as "hospitalName",
      h.time_zone as "timeZone", coalesce(q.quiet_from, ${defaultNoticeSettings.quietFrom}) as "quietFrom",
      coalesce(q.quiet_to, ${defaultNoticeSettings.quietTo}) as "quietTo", ${columns},
      n.at < ${at} - ${triedFor}::interval as "isExpired"
    from m join notice n on n.hospital_id = m.hospital_id and n.id = m.notice_id
      join hospital h on h.id = m.hospital_id left join notice_settings q on q.hospital_id = m.hospital_id ${joins}`);
  return claimed.rows[0] as D | undefined;
}

/**
 * Puts a copy back until the quiet hours end, which is no attempt; false: it may be sent now. `tell` has asked for the
 * quiet hours of its own time only, and a copy comes due later too: after a failure, or when no server ran.
 */
async function putBack<D extends Due>({ db, now }: DeliveryParts, channel: Channel<D>, due: D): Promise<boolean> {
  const at = now();
  const until = urgentKinds.has(due.kind) ? at : afterQuiet(due, at, due.timeZone);
  if (until <= at) return false;
  await db.execute(sql`
    update ${channel.table} set next_at = ${until.toISOString()}::timestamptz, attempts = attempts - 1
    where ${isCopy(channel, due)}`);
  return true;
}

async function attempt<D extends Due>(parts: DeliveryParts, channel: Channel<D>, due: D): Promise<void> {
  if (due['isExpired'] === true || !channel.isWanted(due)) return note(parts, channel, due, { state: 'failed' });
  try {
    await channel.deliver(due);
  } catch (error) {
    // The answer of a mail server may name the address, which belongs in no log.
    parts.log.warn({ noticeId: due.noticeId }, channel.failure);
    const state = error instanceof Refused ? 'failed' : 'waiting';
    // A recipient may ask for any pause, also for one that is no number of the database.
    const pauseMs = error instanceof Later ? Math.min(Math.max(Math.round(error.pauseMs), 0), longestPauseMs) : 0;
    return note(parts, channel, due, { state, reason: textOf(error), pauseMs });
  }
  return note(parts, channel, due, { state: 'sent' });
}

interface Outcome {
  state: 'sent' | 'failed' | 'waiting';
  reason?: string;
  pauseMs?: number;
}

/** Notes the outcome of an attempt; without a reason, that of an earlier attempt stays. */
async function note<D extends Due>(
  { db, now }: DeliveryParts,
  channel: Channel<D>,
  due: D,
  { state, reason, pauseMs = 0 }: Outcome,
): Promise<void> {
  const at = sql`${now().toISOString()}::timestamptz`;
  await db.execute(sql`
    update ${channel.table} set state = ${state}, reason = coalesce(${reason ?? null}::text, reason),
      failed_at = case when ${reason !== undefined}::boolean then ${at} else failed_at end,
      next_at = greatest(next_at, ${at} + ${pauseMs}::int * interval '1 millisecond')
    where ${isCopy(channel, due)}`);
}

const isCopy = <D extends Due>({ target }: Channel<D>, { hospitalId, noticeId, target: recipient }: D): SQL =>
  sql`hospital_id = ${hospitalId} and notice_id = ${noticeId} and ${target} = ${recipient}`;

/** Sends copies as they become due; `stop` waits for the current ones. */
export function startDelivery<D extends Due>(parts: DeliveryParts, channel: Channel<D>): { stop(): Promise<void> } {
  const lanes = openLanes();
  const running = new Set<Promise<void>>();
  const job = new Cron(channel.looks, { unref: true }, () => {
    const run: Promise<void> = deliverDue(parts, channel, lanes)
      .catch((error: unknown) =>
        parts.log.error({ error: textOf(error) }, 'Sending notices failed: the next run continues'),
      )
      .then(() => void running.delete(run));
    running.add(run);
  });
  return {
    async stop() {
      for (const each of lanes) each.isStopping = true;
      job.stop();
      await Promise.all(running);
    },
  };
}
