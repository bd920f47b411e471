import { sql } from 'drizzle-orm';
import { mayManageAccounts, officeManagesAccounts } from '#contract/permissions.ts';
import { defaultFigureSettings } from '#contract/rules/figures/settings.ts';
import type { SessionActor } from '../context.ts';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';

/** Reads whether engineers of a hospital may add and remove accounts. Source: docs/product.md P197. */
export async function readEngineersManageAccounts(scope: HospitalScope): Promise<boolean> {
  const [row] = await scope.rows<{ may: boolean | null }>(sql`
    select (settings->'engineersManageAccounts')::boolean as may from figure_settings
    where hospital_id = ${scope.id} order by place desc limit 1`);
  return row?.may ?? defaultFigureSettings.engineersManageAccounts;
}

/**
 * Refuses engineers if only the office adds and removes accounts.
 * Throws: ApiError `auth.forbidden`.
 */
export async function requireAccountManager(scope: HospitalScope, actor: SessionActor): Promise<void> {
  const engineersManageAccounts = await readEngineersManageAccounts(scope);
  if (!mayManageAccounts(actor, { engineersManageAccounts }))
    throw new ApiError('auth.forbidden', officeManagesAccounts);
}
