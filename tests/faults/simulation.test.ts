import { afterAll, expect, test } from 'vitest';
import { endSharedDatabases } from '#tests/support/test-database.ts';
import { simulate } from './simulation.ts';

afterAll(endSharedDatabases, 30_000);

/** Seeds that once broke a promise, or that reach rare states. */
const kept = [
  { seed: 1, steps: 100, name: 'a backup is restored under its old epoch while tablets hold settled work' },
  { seed: 9, steps: 100, name: 'a backup is restored under a new epoch' },
  { seed: 7, steps: 100, name: 'the browser throws away the whole storage of a tablet' },
  { seed: 112, steps: 100, name: 'a tab dies while it writes down that a file is confirmed' },
  { seed: 2, steps: 100, name: 'clocks stand still while tablets have no power' },
  { seed: 6, steps: 100, name: 'clocks fall behind the last contact while tablets are offline' },
  { seed: 20, steps: 250, name: 'a logout waits for its turn behind the next sign-in of the same user' },
];

test.each(kept)('nothing is lost, duplicated or stuck when $name', async ({ seed, steps }) => {
  const { lost, duplicated, stuck, broken, tried } = await simulate({ seed, steps });
  expect({ lost, duplicated, stuck, broken }).toEqual({ lost: [], duplicated: [], stuck: [], broken: [] });
  expect(tried).toBeGreaterThan(30);
});
