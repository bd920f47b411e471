import { sql, type SQL } from 'drizzle-orm';
import { searchWords } from '#contract/rules/text.ts';
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

/** Page sizes that screens offer. */
const usualPageSizes = new Set([10, 20, 25, 50, 100]);

/**
 * The LIMIT and OFFSET of a page. A usual size is written as a literal, and the first page has no offset: for an
 * unknown number PostgreSQL expects a tenth of the table and plans the statement anew with each call.
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

/** The facts that a list of named records is built from; its table has the alias `x`. */
interface NamedList {
  /** The part of the query from FROM to the end of WHERE, apart from the search. */
  from: SQL;
  /** In which records a word is found; without it, in the column `search`. */
  found?: (has: Has) => SQL;
  /** What each row shows. */
  columns: SQL;
  /** Tables that only `columns` uses: they are read for the rows of the page only. */
  joins?: SQL;
}

/** The question to a list of named records. */
export interface AskedOfList {
  query: { page: number; pageSize: number; search: string };
  hospital: Pick<HospitalScope, 'id'>;
}

/** The only row of a page's statement. */
export interface PageRow<T> extends Record<string, unknown> {
  count: number;
  items: T[];
}

/** A list of named records as a read of one statement, see `ReadOfOne`. */
export interface NamedPage<T> {
  statement(asked: AskedOfList): SQL;
  answer(row: PageRow<T>, asked: AskedOfList): PageAnswer<T>;
}

/** A page of a list in the order of its names; `list` says what the list of a hospital is made of. */
export function namedPage<T extends object>(list: (hospital: AskedOfList['hospital']) => NamedList): NamedPage<T> {
  return {
    statement({ query, hospital }) {
      const { from, found = (has: Has) => has(sql`x.search`), columns, joins = sql`` } = list(hospital);
      // What is looked for is looked for once, where a count and a page of their own would each read the whole table.
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

/** The condition that a text of `ward_search` contains the word that is looked for. */
export type Has = (text: SQL) => SQL;

/** Words of a search that count; the rest is ignored. */
const maxSearchWords = 6;

/** The words of a search, which are found in any order. Source: docs/product.md P221. */
export const countedWords = (search: string): string[] => searchWords(search).slice(0, maxSearchWords);

/**
 * The condition of a search in texts without an index, beginning with AND; without words there is none. It is no pattern: the
 * plan of a pattern depends on its value, so that PostgreSQL would make one for each call.
 */
export function searched(search: string, condition: (has: Has) => SQL): SQL {
  const found = countedWords(search).map(
    (word) => sql`and (${condition((text) => sql`strpos(${text}, ${word}) > 0`)})`,
  );
  return sql.join(found, sql` `);
}

/** A pattern for LIKE that finds a word of `countedWords` anywhere, whatever characters it holds. */
export const containing = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
