// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import * as page from '#contract/pages/ticket-list.ts';
import * as order from '#contract/rules/natural-order.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord, ticketRecord } from '#tests/support/ward-records.ts';
import { TicketListScreen } from '#ui/features/ticket/ticket-list-screen.tsx';

vi.mock(import('#contract/pages/ticket-list.ts'), { spy: true });
vi.mock(import('#contract/rules/natural-order.ts'), { spy: true });

const minuteMs = 60_000;
const reported = Date.parse('2026-11-20T04:30:00Z');
const promised = {
  contractId: 'w-1',
  number: 'CMC-1',
  kind: 'CMC' as const,
  vendorId: null,
  vendorName: 'MedServ',
  phone: '',
  startOn: '2026-01-01',
  endOn: '2026-12-31',
  terms: { ...blankTerms(), responseHours: 24 },
};
const tickets = Array.from({ length: 40 }, (_, index) =>
  ticketRecord({
    id: `ticket-${index}`,
    ticketNumber: `BD-2026-${String(index).padStart(6, '0')}`,
    reportedDate: new Date(reported - index * minuteMs).toISOString(),
    ...(index === 0 && { terms: promised }),
  }),
);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime(reported + 24 * 60 * minuteMs - 1.5 * minuteMs);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

it('the list of tickets recomputes only vendor promises as minutes pass, and shows their state', async () => {
  drawScreen(<TicketListScreen />, {
    at: '/tickets?sort=equipment',
    world: { records: { device: [deviceRecord()], ticket: tickets } },
  });
  const row = await screen.findByRole('row', { name: /^BD-2026-000000/ });
  expect(row.textContent).toContain('Vendor due soon');
  expect(page.buildTicketRow).toHaveBeenCalledTimes(tickets.length);
  expect(order.inNaturalOrder).toHaveBeenCalled();
  const built = vi.mocked(page.buildTicketRow).mock.calls.length;
  const work = [page.byReport, page.isTicketListed, order.inNaturalOrder].map((one) => vi.mocked(one));
  for (const one of work) one.mockClear();
  const looks = vi.mocked(page.ticketVendorAlert).mock.calls.length;

  act(() => void vi.advanceTimersByTime(minuteMs));
  expect(vi.mocked(page.ticketVendorAlert).mock.calls.length).toBe(looks + tickets.length);
  expect(work.map((one) => one.mock.calls.length)).toEqual([0, 0, 0]);

  act(() => void vi.advanceTimersByTime(minuteMs));
  expect(row.textContent).toContain('Vendor late');
  expect(page.buildTicketRow).toHaveBeenCalledTimes(built);
  expect(vi.mocked(page.byReport)).not.toHaveBeenCalled();
});
