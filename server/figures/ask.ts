import { sql, type SQL } from 'drizzle-orm';
import type { FigureQuestion, FigureSplit } from '#contract/calls/figures.ts';
import { type FigureSpan, figureSpan, isFault, stateDay } from '#contract/rules/figures/period.ts';
import type { FigureSettings } from '#contract/rules/figures/settings.ts';
import { addDays, hospitalDay, type LocalDay, startOfHospitalDay } from '#contract/rules/hospital-day.ts';
import type { HospitalScope } from '../db/scope.ts';
import { invalidField } from '../problem.ts';
import { readSettings } from './settings.ts';

/** Key for devices that have no value of a split. */
export const noneKey = 'none';

/** A question about the figures of a hospital. */
export interface Ask {
  scope: HospitalScope;
  span: FigureSpan;
  today: LocalDay;
  now: Date;
  /** The first day covered by the hospital's record. */
  firstDay: LocalDay;
  settings: FigureSettings;
  split: FigureSplit | null;
  /** Key of the one value of the split to look at; null: all values. */
  value: string | null;
}

/** Reads the question. Throws: ApiError `input.invalid` with a message at the field. */
export async function readAsk(scope: HospitalScope, question: FigureQuestion, now: Date): Promise<Ask> {
  const today = hospitalDay(now, scope.facts.timeZone);
  const firstDay = await readFirstDay(scope, today);
  const span = figureSpan(question, today, firstDay);
  if (isFault(span)) throw invalidField(span.field, span.sentence);
  const { split = null, value = null } = question;
  if (value !== null && split === null) throw invalidField('split', 'Please say what the value belongs to.');
  const { settings } = await readSettings(scope);
  return { scope, span, today, now, firstDay, settings, split, value };
}

/**
 * Returns the earliest of the hospital's creation, first round and first ticket: entries may be older than the account.
 */
async function readFirstDay(scope: HospitalScope, today: LocalDay): Promise<LocalDay> {
  const zone = scope.facts.timeZone;
  const [row] = await scope.rows<{ day: string | null }>(sql`
    select least(
      (select (created_at at time zone ${zone})::date from hospital where id = ${scope.id}),
      (select min(on_day) from round where hospital_id = ${scope.id}),
      (select (min(reported_at) at time zone ${zone})::date from ticket where hospital_id = ${scope.id}))::text as day`);
  const day = row?.day ?? today;
  return day < today ? day : today;
}

/** Returns the instants of a question as SQL. */
export function momentsOf({ scope, span, today, now, firstDay }: Ask) {
  const start = (day: LocalDay): Date => startOfHospitalDay(day, scope.facts.timeZone);
  const endAt = start(addDays(span.to, 1));
  const record = span.from > firstDay ? span.from : firstDay;
  const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;
  return {
    /** The first instant of the period. */
    fromAt: instant(start(span.from)),
    /** The first instant after the period. */
    endAt: instant(endAt),
    /** The period's end, or now if that is earlier. */
    toAt: instant(endAt < now ? endAt : now),
    /** The start of the part of the period that the hospital's record covers. */
    recordAt: instant(start(record)),
    now: instant(now),
    record: sql`${record}::date`,
    from: sql`${span.from}::date`,
    to: sql`${span.to}::date`,
    today: sql`${today}::date`,
    /** The day on which a state is evaluated. */
    on: sql`${stateDay(span, today)}::date`,
    zone: sql`${scope.facts.timeZone}`,
  };
}

const dims: Record<FigureSplit, SQL> = {
  department: sql`coalesce(i.department_id, 'none')`,
  type: sql`i.equipment_id`,
  model: sql`i.model_id`,
  vendor: sql`coalesce(i.vendor_id, 'none')`,
  risk: sql`(select importance from equipment q where q.hospital_id = i.hospital_id and q.id = i.equipment_id)`,
};

/** Returns the value of the split for a device (`i`); null without a split. */
export function dimOf({ split }: Pick<Ask, 'split'>): SQL {
  return split === null ? sql`null::text` : dims[split];
}

/** Returns a condition, beginning with AND, that selects the devices (`i`) with the value. */
export function ofValue(ask: Ask): SQL {
  return ask.value === null ? sql`` : sql`and ${dimOf(ask)} = ${ask.value}`;
}

/** Selects devices (`i`) that count in figures: one entered by mistake never existed. */
export const isDevice = sql`i.removal_reason is distinct from 'mistake'`;

/** Returns whether a device (`i`) was in service on a day. */
export function inServiceOn({ scope }: Ask, day: SQL): SQL {
  return sql`${isDevice} and (i.installation_date is null or i.installation_date <= ${day})
    and (i.retired_at is null or (i.retired_at at time zone ${scope.facts.timeZone})::date > ${day})`;
}

/** Returns the milliseconds between two instants. */
export function msBetween(from: SQL, to: SQL): SQL {
  return sql`(extract(epoch from ${to} - ${from}) * 1000)::float8`;
}

/** Results over all rows and, if the question compares them, for each value of the split. */
export interface Counted<T> {
  whole: T;
  byKey: Map<string, T>;
}

/** Aggregates a relation whose rows have `dim`; `compare` adds a result per value of the split. */
export async function aggregate<T extends object>(
  { scope }: Ask,
  relation: SQL,
  columns: SQL,
  compare: boolean,
): Promise<Counted<T>> {
  const rows = await scope.rows<{ is_whole: boolean; key: string | null } & Record<string, unknown>>(
    compare
      ? sql`select grouping(x.dim) = 1 as is_whole, x.dim as key, ${columns} from (${relation}) x
          group by grouping sets ((), (x.dim))`
      : sql`select true as is_whole, null as key, ${columns} from (${relation}) x`,
  );
  const counted: Counted<T> = { whole: {} as T, byKey: new Map() };
  for (const { is_whole: isWhole, key, ...row } of rows) {
    // The query selects exactly the columns of T.
    if (isWhole) counted.whole = row as T;
    else if (key !== null) counted.byKey.set(key, row as T);
  }
  return counted;
}
