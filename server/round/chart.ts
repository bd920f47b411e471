import { sql } from 'drizzle-orm';
import { buildRoundChart, type ChartCounts, chartSpan } from '#contract/pages/round-chart.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { Handler } from '../context.ts';
import { ApiError } from '../problem.ts';

/** Counts round entries by day; days without a round are zero. */
export const roundChart: Handler<'roundChart'> = async ({ query, hospital, now }) => {
  const span = chartSpan(query, hospitalDay(now, hospital.facts.timeZone));
  if (typeof span === 'string') throw new ApiError('input.invalid', span, { errors: { fromDate: [span] } });
  const sums = await hospital.rows<ChartCounts & Record<string, unknown>>(sql`
    select on_day as "on", sum(operational)::int as operational, sum(needs_attention)::int as "needsAttention",
      sum(not_working)::int as "notWorking"
    from round where hospital_id = ${hospital.id} and on_day between ${span.from}::date and ${span.to}::date
    group by on_day`);
  return buildRoundChart(sums, span);
};
