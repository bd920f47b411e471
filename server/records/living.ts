import { and, eq, isNull, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { HospitalScope, HospitalTable } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';

/** A table whose records are retired instead of deleted. */
type RetiredTable = HospitalTable & { id: PgColumn; retiredAt: PgColumn };

/** The condition that a row is this record, and not retired. */
export function isLiving({ id, retiredAt }: RetiredTable, wanted: string): SQL {
  return and(eq(id, wanted), isNull(retiredAt))!;
}

/** Makes the function that finds one record of a table that is not retired. It throws: ApiError `record.unknown`. */
export function finderOf<T extends RetiredTable>(table: T, what: string) {
  return async (scope: HospitalScope, id: string, more?: { lock: boolean }): Promise<InferSelectModel<T>> => {
    const row = await scope.find(table, isLiving(table, id), more);
    if (!row) throw unknownRecord(what);
    return row;
  };
}
