// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calmStatus, createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { AppNotices } from '#ui/app/app-notices.tsx';
import type { SyncStatus } from '#ui/engine/engine.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const offline: Partial<SyncStatus> = { tone: 'offline', offline: true };

/** Shows the app's notices in a state, lets some time pass, and returns all that was announced until then. */
function listen() {
  const engine = createFakeEngine();
  drawScreen(<AppNotices />, { engine });
  const heard: string[] = [];
  const listenTo = (region: Element) =>
    new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  for (const region of screen.getAllByRole('status')) listenTo(region);
  return async (status: Partial<SyncStatus>, ms = 2_000) => {
    act(() => engine.change({ status: { ...calmStatus, ...status } }));
    await act(() => vi.advanceTimersByTimeAsync(ms));
    return heard;
  };
}

it('each lasting sync state is announced once', async () => {
  const pass = listen();
  await pass({}, 60_000);
  expect(await pass(offline)).toEqual(['Offline. Entries are kept on this tablet.']);
  await pass({ ...offline, waiting: 1 });
  await pass({ ...offline, waiting: 2 }, 60_000);
  await pass({ waiting: 2, sending: 1, tone: 'sending' });
  await pass({ waiting: 1, tone: 'waiting' });
  await pass({ tone: 'receiving' });
  await pass({});
  await pass({ attention: 1, tone: 'attention' });
  expect(await pass({ attention: 2, tone: 'attention' })).toEqual([
    'Offline. Entries are kept on this tablet.',
    'Entries are waiting to be sent.',
    'All entries sent.',
    '1 entry needs attention. Open the outbox to see why.',
    '2 entries need attention. Open the outbox to see why.',
  ]);
});

it('an entry sent at once, a short loss of network and a download are not announced', async () => {
  const pass = listen();
  await pass({ waiting: 1, tone: 'sending' }, 1_900);
  await pass(offline, 1_900);
  expect(await pass({ tone: 'receiving', downloadPercent: 40 }, 60_000)).toEqual([]);
});
