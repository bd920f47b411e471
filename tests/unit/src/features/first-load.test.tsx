// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, it } from 'vitest';
import { TicketScreen } from '#ui/features/ticket/ticket-screen.tsx';
import { TicketListScreen } from '#ui/features/ticket/ticket-list-screen.tsx';
import { NewRequestScreen } from '#ui/features/ticket/new-request-screen.tsx';
import { MaintenanceScreen } from '#ui/features/task/maintenance-screen.tsx';
import { calmStatus } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';

afterEach(cleanup);

it.each([
  [
    'the list of calls',
    <TicketListScreen key="list" />,
    ['Error loading tile data.', 'Error loading breakdown tickets.'],
  ],
  ['a call', <TicketScreen key="details" />, ['Failed to fetch breakdown details.']],
  ['a new request', <NewRequestScreen key="new" />, ['Failed to load initial form data.']],
  ['the maintenance dashboard', <MaintenanceScreen key="maintenance" />, ['An unknown error occurred!']],
])('an offline tablet that never loaded anything says so on %s', async (_where, part, sentences) => {
  drawScreen(part, { world: { ready: false, status: { ...calmStatus, offline: true } } });
  for (const sentence of sentences) await screen.findByText(sentence);
  await screen.findByRole('button', { name: 'Try again' });
});
