import { afterAll, expect, test } from 'vitest';
import { endSharedDatabases } from '#tests/support/test-database.ts';
import { simulate } from './simulation.ts';

afterAll(endSharedDatabases, 30_000);

/** A run in which closings of tablets name vendors that the office has merged meanwhile. */
test('closings that name a merged vendor follow the merge, and nothing names a merged record at the end', async () => {
  const { lost, duplicated, stuck, broken, faults } = await simulate({ seed: 3, steps: 60, tablets: 2 });
  expect({ lost, duplicated, stuck, broken }).toEqual({ lost: [], duplicated: [], stuck: [], broken: [] });
  expect(faults.get('records merged')).toBeGreaterThan(1);
  expect(faults.get('merge followed')).toBeGreaterThan(0);
});
