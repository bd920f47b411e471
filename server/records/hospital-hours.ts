import { sql } from 'drizzle-orm';
import type { EscalationPlace } from '#contract/rules/escalation.ts';
import { defaultFigureSettings, type FigureSettings } from '#contract/rules/figures/settings.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readHolidays } from './holidays.ts';

/** Reads the hours and days on which a hospital's departments work. Source: docs/product.md P88. */
export async function readHospitalHours(scope: HospitalScope): Promise<EscalationPlace> {
  const [row] = await scope.rows<{ settings: Partial<FigureSettings> }>(sql`
    select settings from figure_settings where hospital_id = ${scope.id} order by place desc limit 1`);
  const holidays = (await readHolidays(scope)).map(({ id }) => id);
  return { timeZone: scope.facts.timeZone, holidays, hours: { ...defaultFigureSettings, ...row?.settings } };
}
