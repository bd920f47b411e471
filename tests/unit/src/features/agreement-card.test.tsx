// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { TicketDetails } from '#contract/calls/ticket/ticket.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { AgreementCard } from '#ui/features/ticket/clock/agreement-card.tsx';

afterEach(cleanup);

const hourMs = 3_600_000;
const contract = (dayHours: number): NonNullable<TicketDetails['contract']> => ({
  contractId: 'c-1',
  number: 'CMC-1',
  kind: 'CMC',
  vendorName: 'Meditech',
  phone: '+91 20 5550 123',
  startOn: '2026-01-01',
  endOn: '2026-12-31',
  covers: ['labour'],
  exclusions: '',
  promises: ['Repair within 5 days'],
  hours: '',
  clock: {
    promises: [
      {
        measure: 'repair',
        allowedMs: 5 * dayHours * hourMs,
        usedMs: 8 * hourMs,
        lateMs: 0,
        dueAt: null,
        endedAt: null,
        state: 'running',
      },
    ],
    stoppedFor: null,
    isOutsideHours: false,
    dayMs: dayHours * hourMs,
  },
});

test.each([
  ['around the clock has days', 24, '4 d 16 h of 5 d left.'],
  ['in set hours has none, since they would look like calendar days', 8, '32 h of 40 h left.'],
])('a promise %s', (_what, dayHours, words) => {
  drawScreen(<AgreementCard contract={contract(dayHours)} reportedDate="2026-06-30T18:30:00.000Z" />, {
    engine: createFakeEngine(),
  });
  expect(screen.getByText(words)).toBeTruthy();
});

test("its evidence opens at the hospital's quarter in which it was reported", () => {
  drawScreen(<AgreementCard contract={contract(24)} reportedDate="2026-06-30T18:30:00.000Z" />, {
    engine: createFakeEngine(),
  });
  const link = screen.getByRole('link', { name: 'Penalty evidence of CMC-1' });
  expect(link.getAttribute('href')).toBe('/print/evidence/c-1?period=2026-Q3');
});
