// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tabletReport } from '#contract/calls/tablet.ts';
import { adminSession, createFakeEngine, waitingEntry } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { TabletReport } from '#ui/app/tablet-report.tsx';
import { engineName } from '#ui/platform/engine-name.ts';

const minuteMs = 60_000;
const answers = { reportTablet: () => null };
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const bodies = ({ called }: ReturnType<typeof createFakeEngine>) =>
  called.map(({ input }) => tabletReport.parse((input as { body: unknown }).body));

describe('A tablet reports its state', () => {
  it('once it has lasted a minute, every hour, and after each change', async () => {
    const engine = createFakeEngine({ answers });
    drawScreen(<TabletReport />, { engine });
    await pass(minuteMs - 1);
    expect(engine.called).toEqual([]);
    await pass(1);
    expect(bodies(engine)).toMatchObject([{ waiting: 0, oldestAt: null, refusal: null, trouble: null }]);
    await pass(58 * minuteMs);
    expect(engine.called).toHaveLength(1);
    await pass(3 * minuteMs);
    expect(engine.called).toHaveLength(2);
    const newer = { ...waitingEntry, id: 'entry-2', madeAt: '2026-11-21T05:30:00Z' };
    act(() => engine.change({ outbox: [newer, waitingEntry] }));
    await pass(minuteMs);
    expect(bodies(engine).at(-1)).toMatchObject({ waiting: 2, oldestAt: '2026-11-21T05:00:00Z' });
  });

  it('with the latest refusal, and without texts of entries', async () => {
    const error = { class: 'never' as const, status: 409, code: 'task.already_closed', message: 'Closed by Bo' };
    const refused = { ...waitingEntry, state: 'attention' as const, error: { ...error, at: '2026-11-21T05:10:00Z' } };
    const engine = createFakeEngine({ answers, outbox: [refused] });
    drawScreen(<TabletReport />, { engine });
    await pass(minuteMs);
    const [report] = bodies(engine);
    expect(report?.refusal).toEqual({ code: 'task.already_closed', at: '2026-11-21T05:10:00Z' });
    expect(JSON.stringify(report)).not.toMatch(/VENT-0012|Asha|Bo/);
  });

  it('not for an entry that is sent within a minute, nor for an Admin, who has no entries', async () => {
    const engine = createFakeEngine({ answers });
    drawScreen(<TabletReport />, { engine });
    await pass(minuteMs);
    act(() => engine.change({ outbox: [waitingEntry] }));
    await pass(minuteMs / 2);
    act(() => engine.change({ outbox: [{ ...waitingEntry, state: 'done' }] }));
    await pass(2 * minuteMs);
    expect(bodies(engine).map(({ waiting }) => waiting)).not.toContain(1);
    cleanup();
    const admin = createFakeEngine({ answers, session: { kind: 'signed-in', session: adminSession, offline: false } });
    drawScreen(<TabletReport />, { engine: admin });
    await pass(61 * minuteMs);
    expect(admin.called).toEqual([]);
  });
});

it.each([
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
    'Chrome 156 on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0',
    'Edge 156 on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128 on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_4) AppleWebKit/605.1 (KHTML, like Gecko) Version/16.4 Mobile Safari/604.1',
    'Safari 16.4 on iPhone',
  ],
  ['something', 'Another browser'],
])('%s is named', (userAgent, name) => {
  expect(engineName(userAgent)).toBe(name);
});
