import type { TestRecord } from '../records/test.ts';

/**
 * Returns the latest test for each key; corrected tests and those without a key do not count.
 * Source: docs/product.md P116 and P117.
 */
export function latestTests(
  tests: readonly TestRecord[],
  keyOf: (test: TestRecord) => string | null,
): Map<string, TestRecord> {
  const corrected = new Set(tests.flatMap(({ correctsId }) => correctsId ?? []));
  const latest = new Map<string, TestRecord>();
  for (const test of tests) {
    const key = corrected.has(test.id) ? null : keyOf(test);
    if (key === null) continue;
    const known = latest.get(key);
    if (!known || known.testedAt < test.testedAt) latest.set(key, test);
  }
  return latest;
}
