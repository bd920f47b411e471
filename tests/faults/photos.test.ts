import { afterAll, expect, test } from 'vitest';
import { endSharedDatabases } from '#tests/support/test-database.ts';
import { simulate } from './simulation.ts';

afterAll(endSharedDatabases, 30_000);

/** A run in which tablets have no room for photos, and people save without them or not at all. */
test('each photo without room is listed on its record, and none is missing silently', async () => {
  const { lost, duplicated, stuck, broken, photos } = await simulate({ seed: 43, steps: 50, tablets: 1 });
  expect({ lost, duplicated, stuck, broken }).toEqual({ lost: [], duplicated: [], stuck: [], broken: [] });
  expect(photos.missing).toBeGreaterThan(0);
  expect(photos.received).toBeGreaterThan(photos.missing);
}, 300_000);
