import { sql, type SQL } from 'drizzle-orm';
import type { FigureRow } from '#contract/calls/figures.ts';
import { pageAnswer, type PageAnswer, pageWindow } from '../records/page.ts';
import type { Ask } from './ask.ts';

/** Defines a set of rows: source, condition, order, and the form of each row. */
export interface RowSource {
  /** A query with `device_id` and the columns that `order` uses. */
  relation: SQL;
  /** Condition on the rows (`x`). */
  where: SQL;
  /** A total order of the rows (`x`). */
  order: SQL;
  /** The columns that a row is built from, taken from `x`, its device `i`, equipment `e` and department `d`. */
  columns: SQL;
  /** Builds a row from `columns`. */
  present: (row: never) => FigureRow;
}

/** The device names that every row shows. */
export const names = sql`i.serial_number as "serialNumber", e.name, coalesce(d.name, '') as department`;

/** Reads a page of a set. Names are looked up only for its rows. */
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
    // The source selected the columns that its `present` expects.
    rows.map((row) => present(row as never)),
    Number(count?.count ?? 0),
    window,
  );
}
