// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useLoaded } from '#ui/ui/use-loaded.ts';

afterEach(cleanup);

it('shows the result of a changed load, not an earlier one that arrives later', async () => {
  let answerFirst = (_: string) => {};
  const first = () => new Promise<string>((resolve) => (answerFirst = resolve));
  const second = async () => 'second';
  const { result, rerender } = renderHook(({ load }) => useLoaded(load), { initialProps: { load: first } });
  expect(result.current).toBeUndefined();
  rerender({ load: second });
  await waitFor(() => expect(result.current).toBe('second'));
  await act(async () => answerFirst('first'));
  expect(result.current).toBe('second');
});

it('keeps its result when a later load fails', async () => {
  const { result, rerender } = renderHook(({ load }) => useLoaded(load), {
    initialProps: { load: async () => 'here' },
  });
  await waitFor(() => expect(result.current).toBe('here'));
  let failed = false;
  const failing = async (): Promise<string> => {
    failed = true;
    throw new Error('not readable');
  };
  await act(async () => rerender({ load: failing }));
  expect(failed).toBe(true);
  expect(result.current).toBe('here');
});

it('loads nothing until enabled', async () => {
  let loads = 0;
  const load = async () => (loads += 1);
  const { result, rerender } = renderHook(({ isWanted }) => useLoaded(load, isWanted), {
    initialProps: { isWanted: false },
  });
  expect(loads).toBe(0);
  rerender({ isWanted: true });
  await waitFor(() => expect(result.current).toBe(1));
});
