// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TemplateRecord } from '#contract/records/ward.ts';
import { calmStatus, createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord } from '#tests/support/ward-records.ts';
import { TabletBanners } from '#ui/app/tablet-banners.tsx';
import { setStartTrouble } from '#ui/platform/start-trouble.ts';
import { hold, release } from '#ui/ui/press.ts';

/** Simulates a browser whose service worker controls the page in this state. */
function underWorker(state: ServiceWorkerState) {
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: { state }, addEventListener: vi.fn(), removeEventListener: vi.fn() },
  });
}

beforeEach(() => {
  localStorage.clear();
  underWorker('activated');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Repeats a record whose number is all that matters. */
function many<Row>(count: number, row: Row): readonly Row[] {
  return Array.from({ length: count }, () => row);
}

const device = deviceRecord();
const template: TemplateRecord = {
  id: 't1',
  name: 'ICU',
  departmentId: null,
  deviceIds: [],
  completedRoundsCount: 0,
  lastRoundAt: null,
  lastRoundOn: null,
  revision: 'r1',
};

describe('banners about the tablet', () => {
  it('the first download shows its progress and then that the tablet is ready for the ward', async () => {
    const engine = createFakeEngine({ status: { ...calmStatus, downloadPercent: 45 } });
    drawScreen(<TabletBanners />, { engine });
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar');
    expect([bar.value, bar.getAttribute('aria-valuetext')]).toEqual([45, '45 %']);
    expect(screen.queryByText(/45 of 100/)).toBeNull();
    act(() =>
      engine.change({ status: calmStatus, records: { device: many(1240, device), template: many(18, template) } }),
    );
    expect(screen.getByRole('status').textContent).toBe('Ready for offline work: 1,240 devices, 18 templates');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('5.10: a complete download is not ready until a worker with all files of the app is in control', async () => {
    underWorker('installing');
    const engine = createFakeEngine({ status: { ...calmStatus, downloadPercent: 99 } });
    drawScreen(<TabletBanners />, { engine });
    await screen.findByRole('progressbar');
    act(() => engine.change({ status: calmStatus, records: { device: many(2, device) } }));
    expect(screen.queryByText(/^Ready for offline work/)).toBeNull();
    expect(screen.getByText('Getting ready for offline work: 2 devices, 0 templates, and the app itself')).toBeTruthy();
    act(() => setStartTrouble('no-room'));
    expect(screen.queryByText(/^Getting ready/)).toBeNull();
    act(() => setStartTrouble(null));
  });

  it('no banner appears above the screen during a touch', async () => {
    const engine = createFakeEngine();
    drawScreen(<TabletBanners />, { engine });
    await screen.findByText(/^Ready for offline work/);
    act(hold);
    act(() => engine.change({ status: { ...calmStatus, downloadPercent: 5 } }));
    expect(screen.queryByRole('progressbar')).toBeNull();
    act(release);
    expect(screen.getByRole('progressbar')).toBeTruthy();
  });

  it('a tablet that was already ready shows no banner', () => {
    localStorage.setItem('ready-told:hospital-1', 'yes');
    drawScreen(<TabletBanners />);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('a cleared storage is reported', () => {
    drawScreen(<TabletBanners />, {
      world: { warnings: [{ code: 'evicted', text: 'The browser has cleared this app.', count: 1 }] },
    });
    expect(screen.getByText('The browser has cleared this app.')).toBeTruthy();
  });

  it('a dismissed banner returns when its cause recurs', () => {
    localStorage.setItem('ready-told:hospital-1', 'yes');
    const warning = (count: number) => [{ code: 'storage-full' as const, text: 'No room for panel.jpg.', count }];
    const { engine } = drawScreen(<TabletBanners />, { world: { warnings: warning(1) } });
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('No room for panel.jpg.')).toBeNull();
    act(() => engine.change({ warnings: warning(2) }));
    expect(screen.getByText('No room for panel.jpg.')).toBeTruthy();
  });
});
