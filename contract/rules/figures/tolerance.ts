import { counted, figure, type Figure, share } from './figure.ts';

/** Tests of a period that measured a value against a limit; corrected tests do not count. */
export interface ToleranceFacts {
  measured: number;
  /** Those with a value found out of limits. */
  found: number;
  /** Of these, the tests that left such a value out of limits. */
  left: number;
}

/** Computes how many tests found a device out of tolerance. Source: docs/product.md P240. */
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
