import { isNull, sql } from 'drizzle-orm';
import { sameKey } from '#contract/rules/text.ts';
import { procedure } from '#server/db/schema.ts';
import type { WriteScope } from '#server/db/scope.ts';
import { type AddContext, addProcedure } from '../add-procedure.ts';
import { starterSet, starterTypes, stepsOf } from './set.ts';

/**
 * Adds the starter set to a hospital, for its equipment types with matching names; skips procedures whose name is
 * taken.
 */
export async function addStarters(scope: WriteScope, context: AddContext): Promise<{ added: number; skipped: number }> {
  const types = await scope.rows<{ id: string; name: string }>(
    sql`select id, name from equipment where hospital_id = ${scope.id} and retired_at is null`,
  );
  const known = await scope.list(procedure, isNull(procedure.retiredAt));
  const taken = new Set(known.map(({ name }) => sameKey(name)));
  const missing = starterSet.filter(({ name }) => !taken.has(sameKey(name)));
  for (const starter of missing) {
    const fields = { name: starter.name, equipmentIds: starterTypes(starter, types), modelIds: [] };
    await addProcedure(scope, { ...fields, steps: stepsOf(starter, context.newId) }, context);
  }
  return { added: missing.length, skipped: starterSet.length - missing.length };
}
