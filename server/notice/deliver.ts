import { Cron } from 'croner';
import { sql, type SQL } from 'drizzle-orm';
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

/** A row that is due. */
export interface Due extends Record<string, unknown> {
  /** The values of its key, by column. */
  key: Record<string, string>;
  /** Whether it is too old to be sent. */
  isExpired: boolean;
}

/** A table of rows waiting to be sent, and how to send them. */
export interface Channel<D extends Due> {
  table: SQL;
  /** The columns of its key; all are text. */
  key: readonly string[];
  /** Selects what is sent of a row `m`, besides its key, from `m` and its joins. */
  columns: SQL;
  joins: SQL;
  /** The condition for rows that have their own lanes; undefined if none do. */
  isUrgent?: SQL;
  /** When a server looks for rows that are due, as a cron pattern. */
  looks: string;
  /** The pause after the first attempt, which doubles; it outlasts the deadline of an attempt. */
  firstPause: string;
  /** Rows that one server sends concurrently, plus as many urgent ones. */
  atOnce: number;
  /** What the log says about a failed attempt, and the facts logged with it. */
  failure: string;
  factsOf?(due: D): Record<string, string>;
  /** The time before which it must not be sent. */
  heldUntil?(due: D, now: Date): Date;
  /** Whether its recipient still wants it. */
  isWanted(due: D): boolean;
  /** Throws: Refused if another attempt would be refused too, any other error if it may succeed later. */
  deliver(due: D): Promise<void>;
}

/** The longest pause between two attempts. Units: milliseconds. */
const longestPauseMs = 2 * 60 * 60_000;

/** The work of one server on a channel: either on urgent rows only or on all rows. */
interface Lanes {
  isUrgent: boolean;
  busy: number;
  isStopping: boolean;
}

/**
 * Urgent rows have their own lanes, so that they wait neither behind thousands of others nor for slow recipients. An
 * earlier `next_at` would only prioritize their first attempt, and would not free a lane.
 */
const openLanes = (): Lanes[] => [true, false].map((isUrgent) => ({ isUrgent, busy: 0, isStopping: false }));

/**
 * Sends the rows that are due and returns how many attempts it made. Promises: several servers share the work, and no
 * two attempt a row at the same time; nothing is sent inside a transaction. If a server is killed after the recipient
 * answered but before the outcome is recorded, the row is sent again. Source: docs/decisions/502-mail.md
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
        // A slow recipient does not hold up other rows that are due.
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

/** Claims one row: no other server takes it until its next attempt is due. */
async function claim<D extends Due>(
  { db, now }: DeliveryParts,
  { table, key, columns, joins, firstPause, isUrgent }: Channel<D>,
  lane: Lanes,
): Promise<D | undefined> {
  if (lane.isUrgent && !isUrgent) return undefined;
  const ofLane = lane.isUrgent ? sql`and ${isUrgent}` : sql``;
  const at = sql`${now().toISOString()}::timestamptz`;
  const names = key.map((name) => sql.raw(name));
  const isSame = sql.join(
    names.map((name) => sql`m.${name} = due.${name}`),
    sql` and `,
  );
  const pairs = names.map((name, place) => sql`${key[place]}::text, m.${name}`);
  const claimed = await db.execute(sql`
    with due as (
      select ${sql.join(names, sql`, `)} from ${table} where state = 'waiting' and next_at <= ${at} ${ofLane}
      order by next_at limit 1 for update skip locked
    ), m as (
      update ${table} m set attempts = m.attempts + 1,
        next_at = ${at} + least(${firstPause}::interval * power(2, m.attempts), ${longestPauseMs}::int * interval '1 millisecond')
      from due where ${isSame} returning m.*
    )
    select jsonb_build_object(${sql.join(pairs, sql`, `)}) as key, ${columns} from m ${joins}`);
  return claimed.rows[0] as D | undefined;
}

/** Postpones a row that may not be sent yet, without counting an attempt; returns false if it may be sent now. */
async function putBack<D extends Due>({ db, now }: DeliveryParts, channel: Channel<D>, due: D): Promise<boolean> {
  const at = now();
  const until = channel.heldUntil?.(due, at) ?? at;
  if (until <= at) return false;
  await db.execute(sql`
    update ${channel.table} set next_at = ${until.toISOString()}::timestamptz, attempts = attempts - 1
    where ${isRow(due)}`);
  return true;
}

async function attempt<D extends Due>(parts: DeliveryParts, channel: Channel<D>, due: D): Promise<void> {
  if (due.isExpired || !channel.isWanted(due)) return note(parts, channel, due, { state: 'failed' });
  try {
    await channel.deliver(due);
  } catch (error) {
    // A mail server's answer may contain the address, which must not be logged.
    parts.log.warn(channel.factsOf?.(due) ?? {}, channel.failure);
    const state = error instanceof Refused ? 'failed' : 'waiting';
    // A recipient may ask for any pause, even one too large for the database.
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

/** Records the outcome of an attempt; without a reason, the one from an earlier attempt is kept. */
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
    where ${isRow(due)}`);
}

const isRow = ({ key }: Due): SQL =>
  sql.join(
    Object.entries(key).map(([name, value]) => sql`${sql.raw(name)} = ${value}`),
    sql` and `,
  );

/** Sends rows as they become due; `stop` waits for those in progress. */
export function startDelivery<D extends Due>(parts: DeliveryParts, channel: Channel<D>): { stop(): Promise<void> } {
  const lanes = openLanes();
  const running = new Set<Promise<void>>();
  const job = new Cron(channel.looks, { unref: true }, () => {
    const run: Promise<void> = deliverDue(parts, channel, lanes)
      .catch((error: unknown) => parts.log.error({ error: textOf(error) }, 'Sending failed: the next run continues'))
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
