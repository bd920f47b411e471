const ticketNumberPattern = /^BD-(\d{4})-(\d{6,})$/i;

/**
 * Writes the number of a ticket, counted per hospital and year.
 * Throws: RangeError when year or count cannot be written.
 * Source: docs/product.md P36.
 */
export function ticketNumber(year: number, count: number): string {
  if (!Number.isInteger(year) || year < 1000 || year > 9999) throw new RangeError(`Not a ticket year: ${year}`);
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`Not a ticket count: ${count}`);
  return `BD-${year}-${String(count).padStart(6, '0')}`;
}

/** Returns the ticket number, or words until the server has assigned one. */
export function ticketNumberWords(number: string | null): string {
  return number ?? 'Number follows';
}

/** Reads year and count from a ticket number; null if the text is not one. */
export function parseTicketNumber(text: string): { year: number; count: number } | null {
  const match = ticketNumberPattern.exec(text.trim());
  if (!match) return null;
  const count = Number(match[2]);
  return count >= 1 ? { year: Number(match[1]), count } : null;
}
