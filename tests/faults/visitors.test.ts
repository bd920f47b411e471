import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endSharedDatabases } from '#tests/support/test-database.ts';
import { simulateVisitors } from './visitors.ts';

afterAll(endSharedDatabases, 30_000);
beforeAll(() => void vi.spyOn(console, 'warn').mockReturnValue());

test.each([1, 3])(
  'reports of visitors arrive once, while an engineer works on the same phone (seed %i)',
  async (seed) => {
    const { saved, lost, doubled, stuck, broken, faults } = await simulateVisitors({ seed });
    expect({ lost, doubled, stuck, broken }).toEqual({ lost: [], doubled: [], stuck: [], broken: [] });
    expect(saved).toBeGreaterThan(20);
    expect(faults.size).toBeGreaterThan(8);
  },
);
