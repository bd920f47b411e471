import { sql, type SQL } from 'drizzle-orm';
import { buildToleranceRow, type ToleranceRowFacts } from '#contract/pages/figure-rows.ts';
import type { FigureSet } from '#contract/rules/figures/figure.ts';
import type { ToleranceFacts } from '#contract/rules/figures/tolerance.ts';
import { aggregate, type Ask, dimOf, isDevice, momentsOf, ofValue } from './ask.ts';
import type { FigurePart } from './kept-parts.ts';
import { names, type RowSource } from './rows.ts';

const limit = (side: 'lower' | 'upper'): SQL =>
  sql`coalesce((s.step ->> ${side})::float8, ${side === 'lower' ? sql`'-Infinity'` : sql`'Infinity'`})`;
const number = (which: 'found' | 'left'): SQL => sql`(a.answer ->> ${which})::float8`;
const outside = (value: SQL): SQL => sql`not (${value} between ${limit('lower')} and ${limit('upper')})`;

/** The tests of the period that measured a value with a limit, with the values that were found outside. */
function tests(ask: Ask): SQL {
  const { from, to } = momentsOf(ask);
  const found = sql`coalesce(${number('found')}, ${number('left')})`;
  return sql`
    select r.id, r.device_id, r.tested_on, r.procedure_id, r.version, r.result, ${dimOf(ask)} as dim,
      m.readings, coalesce(m.is_left, false) as is_left
    from test_record r
    join installation i on i.hospital_id = r.hospital_id and i.id = r.device_id and ${isDevice} ${ofValue(ask)}
    join procedure_version v on v.hospital_id = r.hospital_id and v.procedure_id = r.procedure_id and v.version = r.version
    join lateral (
      select count(*) as measured,
        jsonb_agg(jsonb_build_object(
          'title', s.step ->> 'title',
          'unit', case when s.step ->> 'kind' = 'reading' then s.step ->> 'unit'
            when s.step ->> 'method' like 'earth%' then 'mΩ' else 'µA' end,
          'found', ${found}, 'left', case when ${number('found')} is not null then ${number('left')} end)
          order by s.place) filter (where ${outside(found)}) as readings,
        bool_or(${outside(sql`coalesce(${number('left')}, ${number('found')})`)}) filter (where ${outside(found)}) as is_left
      from jsonb_array_elements(v.steps) with ordinality s (step, place)
      join jsonb_array_elements(r.answers) a (answer) on a.answer ->> 'stepId' = s.step ->> 'id'
      where s.step ->> 'kind' in ('reading', 'electrical') and ${found} is not null
        and (s.step ->> 'lower' is not null or s.step ->> 'upper' is not null)
    ) m on m.measured > 0
    where r.hospital_id = ${ask.scope.id} and r.tested_on between ${from} and ${to}
      and not exists (select 1 from test_record c where c.hospital_id = r.hospital_id and c.corrects_id = r.id)`;
}

const isFound = sql`x.readings is not null`;

/** Counts the tests that found a device out of tolerance. */
export const tolerancePart: FigurePart<ToleranceFacts> = {
  name: 'tolerance',
  settings: [],
  reachOf: ({ span }) => [
    { source: 'register', ...span },
    { source: 'test', ...span },
  ],
  count: (ask, compare) =>
    aggregate(
      ask,
      tests(ask),
      sql`count(*)::int as measured, count(*) filter (where ${isFound})::int as found,
        count(*) filter (where x.is_left)::int as "left"`,
      compare,
    ),
};

type ToleranceSet = Extract<FigureSet, `tolerance.${string}`>;

const conditions: Record<ToleranceSet, SQL> = {
  'tolerance.measured': sql`true`,
  'tolerance.found': isFound,
  'tolerance.adjusted': sql`${isFound} and not x.is_left`,
  'tolerance.left': sql`x.is_left`,
};

/** The tests behind a number. */
export function toleranceRows(ask: Ask, set: ToleranceSet): RowSource {
  return {
    relation: tests(ask),
    where: conditions[set],
    order: sql`x.tested_on desc, x.id collate "C"`,
    columns: sql`x.id, x.tested_on as day, x.result, x.readings, ${names},
        (select v.name from procedure_version v where v.hospital_id = ${ask.scope.id} and v.procedure_id = x.procedure_id
          and v.version = x.version) as "procedureName"`,
    present: (test: ToleranceRowFacts) => buildToleranceRow(test),
  };
}
