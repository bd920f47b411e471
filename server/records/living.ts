import { and, eq, isNull, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { contactPerson, department, equipment, equipmentModel, vendor } from '../db/schema.ts';
import type { HospitalScope, HospitalTable } from '../db/scope.ts';
import { ApiError, goneSince, unknownRecord } from '../problem.ts';
import { mergedSentence } from './survivor.ts';

/** A table whose records are retired rather than deleted. */
type RetiredTable = HospitalTable & { id: PgColumn; retiredAt: PgColumn };

/** Returns the condition that a row is this record and not retired. */
export function isLiving({ id, retiredAt }: RetiredTable, wanted: string): SQL {
  return and(eq(id, wanted), isNull(retiredAt))!;
}

/** Creates a function that finds one active record of a table. The function throws: ApiError `record.unknown`. */
export function finderOf<T extends RetiredTable>(table: T, what: string) {
  return async (scope: HospitalScope, id: string, more?: { lock: boolean }): Promise<InferSelectModel<T>> => {
    const row = await scope.find(table, isLiving(table, id), more);
    if (row) return row;
    const merged = await mergedSentence(scope, [id]);
    throw merged === undefined ? unknownRecord(what) : new ApiError('record.unknown', merged);
  };
}

/**
 * Locks a record that is about to be restored, and refuses that for a merged one: its references stay with the record
 * that it was merged into. Throws: ApiError `record.gone` naming both.
 */
export async function refuseMerged(scope: HospitalScope, table: RetiredTable, id: string): Promise<void> {
  // Waits for a merge under way.
  await scope.find(table, eq(table.id, id), { lock: true });
  const merged = await mergedSentence(scope, [id]);
  if (merged !== undefined) throw new ApiError('record.gone', `${merged} It cannot be restored.`);
}

const partTables = { model: equipmentModel, equipment, vendor, department, 'contact person': contactPerson };

/**
 * Refuses to restore a record while a part that it refers to is retired; the parts found stay until the transaction
 * ends. Throws: ApiError `record.gone` naming the part.
 */
export async function refuseGone(
  scope: HospitalScope,
  name: string,
  parts: Partial<Record<keyof typeof partTables, string | null | readonly (string | null)[]>>,
): Promise<void> {
  for (const [part, ids] of Object.entries(parts) as [keyof typeof partTables, string | null | (string | null)[]][]) {
    const table = partTables[part];
    for (const id of [ids].flat()) {
      const row = id === null ? undefined : await scope.find(table, eq(table.id, id), { lock: true });
      if (row?.retiredAt) throw goneSince(name, part, row.name);
    }
  }
}
