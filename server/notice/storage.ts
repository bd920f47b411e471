import { sql } from 'drizzle-orm';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { readStorage } from '../attachment/storage.ts';
import type { WriteScope } from '../db/scope.ts';
import { tell } from '../records/tell.ts';

/** The use of storage at which the office is notified. Units: percent. */
const nearlyFull = 80;

/**
 * Notifies the office that the storage for files is nearly full; repeats it once the earlier notice has been deleted.
 * Source: docs/product.md P351.
 */
export async function tellOfStorage(scope: WriteScope, { day, at }: { day: LocalDay; at: Date }): Promise<void> {
  const { usedMB, quotaMB } = await readStorage(scope);
  const percent = quotaMB === 0 ? 0 : Math.floor((100 * usedMB) / quotaMB);
  if (percent < nearlyFull) return;
  const told = await scope.rows(sql`
    select from notice where hospital_id = ${scope.id} and kind = 'storageNearlyFull' limit 1`);
  if (told.length > 0) return;
  const about = { kind: 'storage', id: '' } as const;
  await tell(scope, { kind: 'storageNearlyFull', cause: `storage-${day}`, at, about, facts: { count: percent } });
}
