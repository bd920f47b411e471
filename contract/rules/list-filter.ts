/** What a row of a list is narrowed by. Source: docs/decisions/251-list-filters.md. */
export interface FilteredRow {
  /** Name of the department of its device; empty where nobody said. */
  department: string;
  /** The kind of the row: of a device its equipment, of a ticket its issue, of a task its type. */
  type: string;
  /** Who does the work; absent for rows that nobody is given. */
  technicianId?: string | null;
}

/** The filters of a list as its URL and its call name them; an empty one lets all through. */
export interface ListFilterValues {
  department?: string | undefined;
  type?: string | undefined;
  /** Id of an engineer, `me` or `none`. */
  technician?: string | undefined;
}

/** Stands for the signed-in engineer, and for nobody. */
export const technicianMe = 'me';
/** See `technicianMe`. */
export const technicianNone = 'none';

/** Stands for tickets that wait for anything, whatever the reason. */
export const anyReason = 'any';

/** Returns whether the filters let a row through; `userId` is who asks. */
export function passesFilters(row: FilteredRow, filter: ListFilterValues, userId: string): boolean {
  const { department = '', type = '', technician = '' } = filter;
  if (department !== '' && row.department !== department) return false;
  if (type !== '' && row.type !== type) return false;
  if (technician === '') return true;
  if (technician === technicianNone) return (row.technicianId ?? null) === null;
  return row.technicianId === (technician === technicianMe ? userId : technician);
}
