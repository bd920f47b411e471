// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RoundRecord } from '#contract/records/ward.ts';
import { bmeSession, calmStatus, createFakeEngine, officeSession } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { faultReportRecord, ticketRecord } from '#tests/support/ward-records.ts';
import { BmeDashboardScreen } from '#ui/features/dashboard/bme-dashboard-screen.tsx';

vi.mock('react-chartjs-2', () => ({ Bar: ({ 'aria-label': label }: { 'aria-label': string }) => <p>{label}</p> }));

/** An observer for which every element is in view. */
class AllInView {
  readonly #seen: IntersectionObserverCallback;
  constructor(seen: IntersectionObserverCallback) {
    this.#seen = seen;
  }
  observe(target: Element) {
    this.#seen(
      [{ isIntersecting: true, target } as IntersectionObserverEntry],
      this as unknown as IntersectionObserver,
    );
  }
  unobserve() {}
}

/** An observer for which every element is far below the viewport. */
class NothingInView {
  observe() {}
  unobserve() {}
}

beforeEach(() => void vi.stubGlobal('IntersectionObserver', AllInView));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const round: RoundRecord = {
  id: 'r1',
  templateId: 't1',
  on: '2026-10-02',
  submittedAt: '2026-10-02T04:00:00Z',
  by: 'Asha Rao',
  operational: 11,
  needsAttention: 1,
  notWorking: 0,
  notSeen: 0,
};

function Place() {
  return <p data-testid="place">{useLocation().search}</p>;
}

const draw = (engine = createFakeEngine(), at = '/dashboard/bme') =>
  drawScreen(
    <>
      <BmeDashboardScreen />
      <Place />
    </>,
    { engine, at },
  );

describe('The BME dashboard', () => {
  it('has the documented texts for empty panels', async () => {
    draw();
    for (const text of ['No open tickets.', 'No new suggestions.', 'No upcoming maintenance tasks.'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Welcome, Asha Rao' })).toBeTruthy();
    expect(screen.queryByText('Daily Round for today is pending!')).toBeNull();
  });

  it('5.9: greets an engineer with the name from the replica, whatever the sign-in said', async () => {
    draw(createFakeEngine({ records: { technician: [{ id: bmeSession.userId, name: 'Asha Iyer' }] } }));
    expect(await screen.findByRole('heading', { name: 'Welcome, Asha Iyer' })).toBeTruthy();
  });

  it('5.9: asks the server for the name of users missing from the replica', async () => {
    draw(createFakeEngine({ answers: { dashboardUserInfo: () => ({ name: 'New Office' }) } }));
    expect(await screen.findByRole('heading', { name: 'Welcome, New Office' })).toBeTruthy();
  });

  it('P305: says how many fault reports await a decision, and whether a patient was affected', async () => {
    const closed = faultReportRecord({ id: 'closed', state: 'closed' });
    draw(createFakeEngine({ records: { faultReport: [faultReportRecord(), closed] } }));
    const link = await screen.findByRole('link', { name: '1 new fault report from the wards' });
    expect(link.getAttribute('href')).toBe('/reports');
    cleanup();
    const urgent = faultReportRecord({ id: 'urgent', patientAffected: 'yes' });
    draw(createFakeEngine({ records: { faultReport: [faultReportRecord(), urgent] } }));
    expect(
      await screen.findByRole('link', { name: '2 new fault reports from the wards: a patient was affected' }),
    ).toBeTruthy();
    cleanup();
    draw(createFakeEngine({ records: { faultReport: [closed] } }));
    await screen.findByRole('heading', { name: 'Welcome, Asha Rao' });
    expect(screen.queryByText(/fault report/)).toBeNull();
  });

  it("P321: begins with an engineer's assigned work", async () => {
    const mine = { technicianId: bmeSession.userId, technicianName: 'Asha Rao' };
    draw(createFakeEngine({ records: { ticket: [ticketRecord(mine), ticketRecord({ id: 'other' })] } }));
    const tickets = within(await screen.findByRole('region', { name: 'My tickets' }));
    expect(tickets.getAllByRole('listitem')).toHaveLength(1);
    const all = tickets.getByRole('link', { name: 'View All (1)' });
    expect(all.getAttribute('href')).toBe('/breakdown?status=not-closed&technician=me');
    const tasks = within(screen.getByRole('region', { name: 'My tasks this week' }));
    expect(tasks.getByText('No tasks are due this week.')).toBeTruthy();
  });

  it('P321: says when nothing is assigned, and shows the office no work of its own', async () => {
    draw();
    expect(await screen.findByText(/^No tickets are assigned to you, and none of your tasks/)).toBeTruthy();
    cleanup();
    draw(createFakeEngine({ session: { kind: 'signed-in', session: officeSession, offline: false } }));
    expect(await screen.findByText('No open tickets.')).toBeTruthy();
    expect(screen.queryByText('My work')).toBeNull();
  });

  it('shows the error of a failed panel in that panel only', async () => {
    const engine = createFakeEngine();
    const { all } = engine.view();
    engine.view().all = (kind) => {
      if (kind === 'ticket') throw new RangeError('Not an instant');
      return all(kind);
    };
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    draw(engine);
    expect(await screen.findByText('Failed to load open tickets.')).toBeTruthy();
    expect(screen.getByText('No upcoming maintenance tasks.')).toBeTruthy();
    complaints.mockRestore();
  });

  it('draws the chart of custom dates, from the address or typed', async () => {
    const engine = createFakeEngine({ records: { round: [round] } });
    draw(engine, '/dashboard/bme?range=custom&fromDate=2026-10-01&toDate=2026-10-03');
    expect(await screen.findByText(/^Round entries of 3 days\./)).toBeTruthy();
    const row = within(screen.getByRole('row', { name: /^2 Oct/ }));
    expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['11', '1', '0']);
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-10-04' } });
    expect(await screen.findByText('The first day must not be after the last day.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Range'), { target: { value: 'last30days' } });
    expect(screen.getByTestId('place').textContent).toBe('?range=last30days');
    expect(await screen.findByText(/^Round entries of the last 30 days\./)).toBeTruthy();
  });

  it('shows no figure before all rows are read, and then each of them', async () => {
    const engine = createFakeEngine();
    let parts = 3;
    engine.view().readAhead = (kind) => {
      if (kind === 'device') parts -= 1;
      return parts <= 0;
    };
    draw(engine);
    const tiles = within(screen.getByRole('region', { name: 'Are we all right?' }));
    expect(tiles.queryByText('0')).toBeNull();
    expect(screen.getByText('Loading…')).toBeTruthy();
    expect(await tiles.findAllByText('0')).toHaveLength(4);
    expect(await screen.findByText('No open tickets.')).toBeTruthy();
  });

  it('reads ahead only once the first download is complete', async () => {
    const engine = createFakeEngine({ ready: false });
    const before = vi.spyOn(engine.view(), 'readAhead');
    draw(engine);
    expect(screen.getByText('Loading…')).toBeTruthy();
    act(() => engine.change({ ready: true }));
    expect(await screen.findByText('No open tickets.')).toBeTruthy();
    expect(before).not.toHaveBeenCalled();
  });

  it('does not gather again when the clock is measured again', async () => {
    const engine = createFakeEngine();
    draw(engine);
    await screen.findByText('No new suggestions.');
    await screen.findByText(/^No tickets are assigned to you/);
    const all = vi.spyOn(engine.view(), 'all');
    act(() => engine.change({ status: { ...calmStatus, clockOffsetMs: 400 } }));
    expect(all).not.toHaveBeenCalled();
    act(() => engine.change({ status: { ...calmStatus, clockOffsetMs: 3_600_000 } }));
    expect(all).toHaveBeenCalled();
  });

  it('prints the round numbers even if the chart has not been near the screen', async () => {
    vi.stubGlobal('IntersectionObserver', NothingInView);
    draw(createFakeEngine({ records: { round: [round] } }));
    const numbers = (await screen.findByText('Show the numbers as a table')).closest('details');
    expect(screen.queryByText(/^Round entries of the last/, { selector: 'p' })).toBeNull();
    expect(numbers?.open).toBe(false);
    act(() => void dispatchEvent(new Event('beforeprint')));
    expect(numbers?.open).toBe(true);
    act(() => void dispatchEvent(new Event('afterprint')));
    expect(numbers?.open).toBe(false);
    expect(await screen.findByText(/^Round entries of the last/, { selector: 'p' })).toBeTruthy();
  });

  it('says offline why nothing is shown before the first download', async () => {
    draw(createFakeEngine({ ready: false, status: { ...calmStatus, offline: true } }));
    expect(await screen.findByText('Nothing is on this tablet yet')).toBeTruthy();
  });
});
