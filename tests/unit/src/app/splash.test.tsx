// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Splash } from '#ui/app/splash.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (delayMs: number) => act(() => void vi.advanceTimersByTime(delayMs));

it('ST8 a start that takes longer than 10 s says what it waits for, offers a retry, and keeps waiting', () => {
  const onLate = vi.fn<() => 'storage' | 'network'>(() => 'storage');
  render(<Splash onLate={onLate} />);
  pass(9_999);
  expect(screen.getByRole('status', { name: '' }).textContent).toBe('');
  expect(screen.queryByRole('button')).toBeNull();
  pass(1);
  expect(screen.getByText(/is waiting for this tablet’s storage/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  onLate.mockReturnValue('network');
  pass(10_000);
  expect(onLate).toHaveBeenCalledTimes(2);
  expect(screen.getByText(/is waiting for the server/)).toBeTruthy();
});

it('ST8 a start blocked by a tab of an older version says so, and offers a retry after 10 s', () => {
  render(<Splash blocked onLate={() => 'storage'} />);
  pass(10_000);
  expect(screen.getByText(/open in an older version in another tab/)).toBeTruthy();
  expect(screen.queryByText(/waiting for this tablet’s storage/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
