import { sql, type SQL } from 'drizzle-orm';
import type { FigureRow } from '#contract/calls/figures.ts';
import { pageAnswer, type PageAnswer, pageWindow } from '../records/page.ts';
import type { Ask } from './ask.ts';

/** A set of rows: where they come from, which of them, in which order, and what each becomes. */
export interface RowSource {
  /** A query whose rows have `device_id`, and the columns of `order`. */
  relation: SQL;
  /** Condition on its rows (`x`). */
  where: SQL;
  /** A total order of its rows (`x`). */
  order: SQL;
  /** The facts that the row is built from, of `x`, its device `i`, equipment `e` and department `d`. */
  columns: SQL;
  /** Takes what `columns` gives. */
  present: (row: never) => FigureRow;
}

/** The names that every row of a device has. */
export const names = sql`i.serial_number as "serialNumber", e.name, coalesce(d.name, '') as department`;

/** A page of a set. Names are looked up for its rows only. */
export async function readRowsPage(
  { scope }: Ask,
  { relation, where, order, columns, present }: RowSource,
  query: { page: number; pageSize: number },
): Promise<PageAnswer<FigureRow>> {
  const window = pageWindow(query);
  const [count] = await scope.rows<{ count: string }>(
    sql`select count(*) as count from (${relation}) x where ${where}`,
  );
  const rows = await scope.rows<Record<string, unknown>>(sql`
    select ${columns}
    from (select x.* from (${relation}) x where ${where} order by ${order}
      limit ${window.pageSize} offset ${window.offset}) x
    left join installation i on i.hospital_id = ${scope.id} and i.id = x.device_id
    left join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id
    order by ${order}`);
  return pageAnswer(
    // The columns are those that the source presents.
    rows.map((row) => present(row as never)),
    Number(count?.count ?? 0),
    window,
  );
}
