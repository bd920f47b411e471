import { sql } from 'drizzle-orm';
import { addDays, daysBetween, hospitalDay } from '#contract/rules/hospital-day.ts';
import type { Handler } from '../context.ts';
import { ApiError } from '../problem.ts';

const lastDays = { last7days: 7, last30days: 30, last90days: 90 } as const;
const daysMax = 366;

/** Counts round entries by day, days without a round as zero. */
export const roundChart: Handler<'roundChart'> = async ({ query, hospital, now }) => {
  const today = hospitalDay(now, hospital.facts.timeZone);
  const isCustom = query.range === 'custom';
  const to = isCustom ? (query.toDate ?? today) : today;
  const from = query.range === 'custom' ? (query.fromDate ?? addDays(to, -6)) : addDays(to, 1 - lastDays[query.range]);
  const days = daysBetween(from, to) + 1;
  if (days < 1 || days > daysMax) {
    const sentence = `The range must be 1 to ${daysMax} days.`;
    throw new ApiError('input.invalid', sentence, { errors: { fromDate: [sentence] } });
  }
  const rows = await hospital.rows<{ day: string; operational: string; attention: string; broken: string }>(sql`
    select on_day as day, sum(operational) as operational, sum(needs_attention) as attention, sum(not_working) as broken
    from round where hospital_id = ${hospital.id} and on_day between ${from}::date and ${to}::date group by on_day`);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: days }, (_none, place) => {
    const label = addDays(from, place);
    const row = byDay.get(label);
    return {
      label,
      operational: Number(row?.operational ?? 0),
      needsAttention: Number(row?.attention ?? 0),
      notWorking: Number(row?.broken ?? 0),
    };
  });
};
