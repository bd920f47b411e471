import { sql } from 'drizzle-orm';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { figureSources } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';

/** A kind of rows that figures are counted from. */
export type FigureSource = (typeof figureSources)[number];

/** Days of a source that facts depend on: a change in other months leaves the facts alone. */
export interface Reach {
  source: FigureSource;
  from: LocalDay;
  to: LocalDay;
}

/** All days, as PostgreSQL writes them; as texts they come before and after every day. */
export const allDays = { from: '-infinity', to: 'infinity' } as const;

/** The marks of a hospital at one moment. */
export interface FigureMarks {
  /**
   * Returns the weight of the marks that touch any of the days. Promises: it grows with every change that can alter facts
   * of this reach, so that of two readings with equal weights, both saw the same changes.
   */
  weightOf(reach: readonly Reach[]): number;
}

interface MarkRow extends Record<string, unknown> {
  source: FigureSource;
  fromMonth: string;
  toMonth: string;
  weight: string;
}

/** Reads the marks of a hospital. */
export async function readMarks(scope: HospitalScope): Promise<FigureMarks> {
  const rows = await scope.rows<MarkRow>(sql`
    select source, from_month::text as "fromMonth", to_month::text as "toMonth", sum(weight)::text as weight
    from figure_mark where hospital_id = ${scope.id} group by 1, 2, 3`);
  const touches = (mark: MarkRow, { source, from, to }: Reach): boolean =>
    mark.source === source && mark.fromMonth <= to && mark.toMonth >= monthOf(from);
  return {
    weightOf: (reach) =>
      rows.reduce((sum, mark) => sum + (reach.some((days) => touches(mark, days)) ? Number(mark.weight) : 0), 0),
  };
}

const monthOf = (day: LocalDay): string => (day === allDays.from ? day : `${day.slice(0, 7)}-01`);
