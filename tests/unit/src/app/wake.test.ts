// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchWaking } from '#ui/app/wake.tsx';
import { loadPart } from '#ui/platform/parts.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const reload = vi.fn<() => void>();

function wake(page: EventTarget, persisted = true): void {
  reload.mockClear();
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
}

it('ST8 a page that resumes and renders nothing for 3 s is reloaded', () => {
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

it('ST8 a page that resumes and renders is not reloaded', async () => {
  const page = new EventTarget();
  watchWaking(page, reload);
  await act(async () => wake(page));
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});

const drawn = (tell: () => void) => tell();

/** Parts of the app requested in a test, which arrive at its end at the latest. */
const parts: (() => void)[] = [];
const ask = (): Promise<void> => loadPart(() => new Promise((resolve) => parts.push(resolve)));
afterEach(() => parts.splice(0).forEach((arrive) => arrive()));

it('ST8 a page that resumes and still lacks a part of the app after 5 s is reloaded', () => {
  const page = new EventTarget();
  watchWaking(page, reload, drawn);
  void ask();
  wake(page, false);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  wake(page);
  vi.advanceTimersByTime(4_999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
});

it('ST8 a page whose pending parts load or fail in time is not reloaded', async () => {
  const page = new EventTarget();
  watchWaking(page, reload, drawn);
  let fail = () => {};
  const asked = [ask(), loadPart(() => new Promise<void>((_resolve, reject) => (fail = reject)))];
  wake(page);
  parts.splice(0).forEach((arrive) => arrive());
  fail();
  await Promise.allSettled(asked);
  void ask();
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});
