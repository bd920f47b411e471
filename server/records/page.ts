import { sql, type SQL } from 'drizzle-orm';
import { readTogether } from '../db/read-together.ts';
import type { HospitalScope } from '../db/scope.ts';

/** Largest page of a list. Source: docs/product.md P13. */
const maxPageSize = 100;

/** The place of a page in its list. */
export interface PageWindow {
  pageNumber: number;
  pageSize: number;
  offset: number;
}

/** Reads the page query; the size is capped and the answer says which was used. */
export function pageWindow(query: { page: number; pageSize: number }): PageWindow {
  const pageSize = Math.min(query.pageSize, maxPageSize);
  return { pageNumber: query.page, pageSize, offset: (query.page - 1) * pageSize };
}

/** The answer of a paged list. */
export interface PageAnswer<T> {
  items: T[];
  totalCount: number;
  pageSize: number;
  pageNumber: number;
  totalPages: number;
}

/** Combines the rows of a page with the total count. */
export function pageAnswer<T>(items: T[], totalCount: number, { pageSize, pageNumber }: PageWindow): PageAnswer<T> {
  return { items, totalCount, pageSize, pageNumber, totalPages: Math.ceil(totalCount / pageSize) };
}

/** What a list of named records is made of; its table has the alias `x`. */
interface NamedList {
  /** What follows FROM up to the end of WHERE. */
  from: SQL;
  /** What each row shows. */
  columns: SQL;
  /** Tables that only `columns` uses: they are read for the rows of the page only. */
  joins?: SQL;
}

/** A page of a list in the order of its names; rows and count are one statement. */
export async function namedPage<T extends object>(
  scope: HospitalScope,
  query: { page: number; pageSize: number },
  { from, columns, joins = sql`` }: NamedList,
): Promise<PageAnswer<T>> {
  const window = pageWindow(query);
  const reading = readTogether(scope);
  const [[count], items] = await Promise.all([
    reading.rows<{ count: string }>(sql`select count(*) as count from ${from}`),
    reading.rows<T & Record<string, unknown>>(sql`
      select ${columns}
      from (
        select x.* from ${from} order by lower(x.name), x.id limit ${window.pageSize} offset ${window.offset}
      ) x ${joins} order by lower(x.name), x.id`),
  ]);
  return pageAnswer(items, Number(count?.count ?? 0), window);
}

/**
 * The condition of a search, beginning with AND. Without words there is none: the plan of a pattern depends on its value, so that
 * PostgreSQL would make it for each page.
 */
export function searched(search: string, condition: (pattern: string) => SQL): SQL {
  return search.trim() === '' ? sql`` : sql`and (${condition(containing(search))})`;
}

/** A pattern for LIKE that finds a text anywhere, whatever characters it holds, in a lower-cased column. */
export function containing(text: string): string {
  return `%${text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
