/**
 * Compares texts as people order them: numbers in them by their value, so that `Bed 2` comes before `Bed 10`.
 * One collator for all: `localeCompare` with options makes one for each pair.
 */
export const inNaturalOrder: (a: string, b: string) => number = new Intl.Collator('en', { numeric: true }).compare;
