import { afterAll, expect, test } from 'vitest';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { endSharedDatabases } from '#tests/support/test-database.ts';
import { simulate } from './simulation.ts';

afterAll(endSharedDatabases, 30_000);

test('P171 what two users at desks change in each kind of record is kept, or one of them saw the other value and decided', async () => {
  const { edits, broken, lost } = await simulate({ seed: 34, tablets: 1, steps: 100 });
  expect({ broken, lost }).toEqual({ broken: [], lost: [] });
  expect([...edits.keys()]).toEqual(Object.keys(recordShapes));
  expect([...edits].filter(([, { saved }]) => saved === 0)).toEqual([]);
  const merged = [...edits.values()].reduce((sum, count) => sum + count.merged, 0);
  expect(merged).toBeGreaterThan(10);
});
