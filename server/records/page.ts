import { sql, type SQL } from 'drizzle-orm';
import { searchWords } from '#contract/rules/text.ts';
import type { HospitalScope } from '../db/scope.ts';

/** Maximum page size of a list. Source: docs/product.md P13. */
const maxPageSize = 100;

/** The position of a page in its list. */
export interface PageWindow {
  pageNumber: number;
  pageSize: number;
  offset: number;
}

/** Reads the page query; caps the size, and the answer states the size used. */
export function pageWindow(query: { page: number; pageSize: number }): PageWindow {
  const pageSize = Math.min(query.pageSize, maxPageSize);
  return { pageNumber: query.page, pageSize, offset: (query.page - 1) * pageSize };
}

/** Page sizes that screens offer. */
const usualPageSizes = new Set([10, 20, 25, 50, 100]);

/**
 * Returns LIMIT and OFFSET of a page. A usual size is a literal, and the first page has no offset: for an unknown
 * number, PostgreSQL expects a tenth of the table and plans the statement anew with each call.
 */
export function pageCut({ pageSize, offset }: PageWindow): SQL {
  const limit = usualPageSizes.has(pageSize) ? sql.raw(`limit ${pageSize}`) : sql`limit ${pageSize}`;
  return offset === 0 ? limit : sql`${limit} offset ${offset}`;
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

/** The parts of a query for a list of named records; its table has the alias `x`. */
interface NamedList {
  /** The query from FROM to the end of WHERE, without the search. */
  from: SQL;
  /** Returns the condition that a record contains a word; by default, the column `search` is used. */
  found?: (has: Has) => SQL;
  /** The columns of each row. */
  columns: SQL;
  /** Tables that only `columns` needs: they are joined only for the rows of the page. */
  joins?: SQL;
}

/** The request for a list of named records. */
export interface AskedOfList {
  query: { page: number; pageSize: number; search: string };
  hospital: Pick<HospitalScope, 'id'>;
}

/** The only row that the statement of a page returns. */
export interface PageRow<T> extends Record<string, unknown> {
  count: number;
  items: T[];
}

/** A list of named records as a single-statement read, see `ReadOfOne`. */
export interface NamedPage<T> {
  statement(asked: AskedOfList): SQL;
  answer(row: PageRow<T>, asked: AskedOfList): PageAnswer<T>;
}

/** Creates the read of a list page, sorted by name; `list` supplies the parts for a hospital. */
export function namedPage<T extends object>(list: (hospital: AskedOfList['hospital']) => NamedList): NamedPage<T> {
  return {
    statement({ query, hospital }) {
      const { from, found = (has: Has) => has(sql`x.search`), columns, joins = sql`` } = list(hospital);
      // A search evaluates its matches once; a separate count and page would each read the whole table.
      const isSearch = searchWords(query.search).length > 0;
      const records = isSearch ? sql`found x` : from;
      const before = isSearch
        ? sql`with found as materialized (select x.* from ${from} ${searched(query.search, found)})`
        : sql``;
      return sql`${before}
        select (select count(*)::int from ${records}) as count, (
          select coalesce(json_agg(part), '[]') from (
            select ${columns}
            from (
              select x.* from ${records} order by x.name_order, x.id ${pageCut(pageWindow(query))}
            ) x ${joins} order by x.name_order, x.id
          ) part
        ) as items`;
    },
    answer: ({ items, count }, { query }) => pageAnswer(items, count, pageWindow(query)),
  };
}

/** Returns the condition that a text of `ward_search` contains the current word. */
export type Has = (text: SQL) => SQL;

/** Maximum number of words in a search; further ones are ignored. */
const maxSearchWords = 6;

/** Returns the words of a search, which match in any order. Source: docs/product.md P221. */
export const countedWords = (search: string): string[] => searchWords(search).slice(0, maxSearchWords);

/**
 * Returns a search condition for texts without an index, beginning with AND; empty without words. Does not use
 * patterns: PostgreSQL would plan each call anew, because the plan of a pattern depends on its value.
 */
export function searched(search: string, condition: (has: Has) => SQL): SQL {
  const found = countedWords(search).map(
    (word) => sql`and (${condition((text) => sql`strpos(${text}, ${word}) > 0`)})`,
  );
  return sql.join(found, sql` `);
}

/** Returns a LIKE pattern that finds a word of `countedWords` anywhere, and escapes special characters. */
export const containing = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
