/**
 * Returns a failed row as the report shows it: `Row 17: Serial number is required. Price must be a number of 0 or
 * more.`
 */
export function rowErrorText(row: { rowNumber: number; errors: readonly string[] }): string {
  return `Row ${row.rowNumber}: ${row.errors.join(' ')}`;
}
