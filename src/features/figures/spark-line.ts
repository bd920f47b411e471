/** Width and height of the line's own coordinates. */
export const sparkWidth = 120;
export const sparkHeight = 40;
/** Keeps the ends of the line inside. */
const edge = 3;

/** Returns the height at which a value is drawn: the lowest of all at the bottom, the highest at the top. */
export function placeOf(values: readonly number[]): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = sparkHeight - 2 * edge;
  return (value) => (most === least ? sparkHeight / 2 : sparkHeight - edge - ((value - least) / (most - least)) * room);
}

/** Returns the path through the values; a month without one interrupts it. */
export function lineOf(values: readonly (number | null)[], place: (value: number) => number): string {
  const step = values.length > 1 ? (sparkWidth - 2 * edge) / (values.length - 1) : 0;
  return values
    .map((value, at) => {
      if (value === null) return '';
      const before = values[at - 1] ?? null;
      const after = values[at + 1] ?? null;
      const spot = `${Math.round(edge + at * step)} ${Math.round(place(value) * 10) / 10}`;
      // A month alone is a line without length, which is drawn as a dot.
      if (before === null) return `M${spot}${after === null ? `L${spot}` : ''}`;
      return `L${spot}`;
    })
    .join('');
}
