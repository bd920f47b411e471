import * as zod from 'zod/mini';
import { expect, it, vi } from 'vitest';

vi.mock('zod/mini', async (importOriginal) => {
  const real = await importOriginal<typeof zod>();
  return { ...real, object: vi.fn(real.object), string: vi.fn(real.string), enum: vi.fn(real.enum) };
});

it('loading the contract builds no schema, which would slow every start of the app', async () => {
  const { calls } = await import('#contract/index.ts');
  expect([zod.object, zod.string, zod.enum].map((make) => vi.mocked(make).mock.calls.length)).toEqual([0, 0, 0]);
  expect(calls.createDepartment.body.safeParse({ name: 'ICU', location: 'Block A' }).success).toBe(true);
  expect(vi.mocked(zod.object).mock.calls.length).toBeGreaterThan(0);
});
