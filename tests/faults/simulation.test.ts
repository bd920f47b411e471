import { afterAll, expect, test } from 'vitest';
import { stopDatabases } from './real-server.ts';
import { simulate } from './simulation.ts';

afterAll(stopDatabases, 30_000);

test.each([1, 2, 3])('tablets, tabs and workers under faults lose, double and hold nothing (seed %i)', async (seed) => {
  const { lost, duplicated, stuck, broken, tried } = await simulate({ seed, steps: 60 });
  expect({ lost, duplicated, stuck, broken }).toEqual({ lost: [], duplicated: [], stuck: [], broken: [] });
  expect(tried).toBeGreaterThan(30);
});
