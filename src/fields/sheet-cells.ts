/** Returns an instant as a spreadsheet cell; null if there is none. */
export function timeCell(at: string | null): { at: string } | null {
  return at === null ? null : { at };
}

/** Returns a day of the hospital as a spreadsheet cell; null if there is none. */
export function dayCell(day: string | null | undefined): { day: string } | null {
  return day === null || day === undefined || day === '' ? null : { day };
}
