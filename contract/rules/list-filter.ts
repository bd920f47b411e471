/** The facts of a row that filters look at. Source: docs/decisions/251-list-filters.md. */
export interface FilteredRow {
  /** Name of the device's department; empty if unknown. */
  department: string;
  /** The kind of the row: a device's equipment, a ticket's issue or a task's type. */
  type: string;
  /** The assigned technician; absent for rows that cannot be assigned. */
  technicianId?: string | null;
}

/** The filters of a list under their names in URL and call; an empty one lets every row through. */
export interface ListFilterValues {
  department?: string | undefined;
  type?: string | undefined;
  /** Id of an engineer, `me` or `none`. */
  technician?: string | undefined;
}

/** Values that stand for the signed-in engineer and for nobody. */
export const technicianMe = 'me';
/** See `technicianMe`. */
export const technicianNone = 'none';

/** Value that stands for tickets that wait for any reason. */
export const anyReason = 'any';

/** Returns whether the filters let a row through; `userId` is the signed-in user. */
export function passesFilters(row: FilteredRow, filter: ListFilterValues, userId: string): boolean {
  const { department = '', type = '', technician = '' } = filter;
  if (department !== '' && row.department !== department) return false;
  if (type !== '' && row.type !== type) return false;
  if (technician === '') return true;
  if (technician === technicianNone) return (row.technicianId ?? null) === null;
  return row.technicianId === (technician === technicianMe ? userId : technician);
}
