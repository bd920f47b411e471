import { sql, type SQL } from 'drizzle-orm';
import { type ListFilterValues, technicianMe, technicianNone } from '#contract/rules/list-filter.ts';

/**
 * Returns the filters of a list as conditions, each beginning with AND; the SQL counterpart of `passesFilters` on a
 * tablet. `columns` are the row's expressions; a filter without a column is ignored.
 */
export function filtered(
  { department = '', type = '', technician = '' }: ListFilterValues,
  columns: { department: SQL; type: SQL; technician?: SQL },
  userId: string,
): SQL {
  const conditions: SQL[] = [];
  if (department !== '') conditions.push(sql`and coalesce(${columns.department}, '') = ${department}`);
  if (type !== '') conditions.push(sql`and ${columns.type} = ${type}`);
  if (technician !== '' && columns.technician) {
    const id = technician === technicianMe ? userId : technician;
    conditions.push(
      technician === technicianNone ? sql`and ${columns.technician} is null` : sql`and ${columns.technician} = ${id}`,
    );
  }
  return sql.join(conditions, sql` `);
}
