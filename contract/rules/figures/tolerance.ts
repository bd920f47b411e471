import { counted, figure, type Figure, share } from './figure.ts';

/** The tests of a period that measured a value against a limit; a test that was corrected does not count. */
export interface ToleranceFacts {
  measured: number;
  /** With a value found out of its limits. */
  found: number;
  /** Of these, with such a value that was not brought back within them. */
  left: number;
}

/** How many tests found a device out of tolerance. Source: docs/product.md P240. */
export function toleranceFigures({ measured, found, left }: ToleranceFacts): Figure[] {
  return [
    figure({
      id: 'out-of-tolerance',
      title: 'Found out of tolerance',
      unit: 'percent',
      value: share(found, measured),
      rule: 'Tests of the period in which a value was found out of its limits, among those that measured a value with a limit. A test that was corrected does not count.',
      numerator: counted('tolerance.found', 'tests found out of tolerance', found),
      denominator: counted('tolerance.measured', 'tests with measured values', measured),
      parts: [
        counted('tolerance.adjusted', 'Adjusted, left within limits', found - left),
        counted('tolerance.left', 'Left out of limits', left),
      ],
    }),
  ];
}
