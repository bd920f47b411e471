// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchWaking } from '#ui/app/wake.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const reload = vi.fn<() => void>();

function wake(page: EventTarget, persisted = true): void {
  reload.mockClear();
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
}

it('ST8 a page that wakes and draws nothing for 3 s is loaded again', () => {
  const page = new EventTarget();
  watchWaking(page, reload, () => undefined);
  wake(page, false);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  wake(page);
  vi.advanceTimersByTime(2_999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
});

it('ST8 a page that wakes and draws is left as it is', async () => {
  const page = new EventTarget();
  watchWaking(page, reload);
  await act(async () => wake(page));
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});
