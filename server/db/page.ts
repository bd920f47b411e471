/** Largest page of a list. Source: document 3, section 2. */
const pageSizeMax = 100;

/** Where a page stands in its list. */
export interface PageWindow {
  pageNumber: number;
  pageSize: number;
  offset: number;
}

/** Reads the page query; the size is capped and the answer says which was used. */
export function pageWindow(query: { page: number; pageSize: number }): PageWindow {
  const pageSize = Math.min(query.pageSize, pageSizeMax);
  return { pageNumber: query.page, pageSize, offset: (query.page - 1) * pageSize };
}

/** The answer of a paged list. */
export function pageAnswer<T>(items: T[], totalCount: number, { pageSize, pageNumber }: PageWindow) {
  return { items, totalCount, pageSize, pageNumber, totalPages: Math.ceil(totalCount / pageSize) };
}

/** A pattern for LIKE that finds a text anywhere, whatever signs it holds, in a lower-cased column. */
export function containing(text: string): string {
  return `%${text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
