/** An instant as a cell of a sheet; empty where there is none. */
export function timeCell(at: string | null): { at: string } | null {
  return at === null ? null : { at };
}

/** A day of the hospital as a cell of a sheet; empty where there is none. */
export function dayCell(day: string | null | undefined): { day: string } | null {
  return day === null || day === undefined || day === '' ? null : { day };
}
