// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { bmeSession } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord, ticketRecord } from '#tests/support/ward-records.ts';
import { DeviceListScreen } from '#ui/features/device/register/device-list-screen.tsx';
import { TicketListScreen } from '#ui/features/ticket/ticket-list-screen.tsx';

afterEach(cleanup);

const shown = (label: string) => {
  const field = screen.getByLabelText<HTMLSelectElement>(label);
  return field.selectedOptions[0]?.textContent;
};
const rowsOf = (name: string) => within(screen.getByRole('table', { name })).queryAllByRole('row').length - 1;
const own = ticketRecord({ id: 'own', technicianId: bmeSession.userId });
const others = ticketRecord({ id: 'others', technicianId: 'left' });
const records = { device: [deviceRecord()], ticket: [own, others] };

test.each(['status', 'department', 'type', 'suggestion'])('A %s that is no choice counts as none', (filter) => {
  drawScreen(<DeviceListScreen />, { at: `/?${filter}=unknown`, world: { records } });
  expect([shown('Status'), shown('Department'), shown('Suggestion')]).toEqual([
    'All statuses',
    'All departments',
    'Suggestion: any',
  ]);
  expect(screen.queryByText('unknown')).toBeNull();
  expect(rowsOf('Installation Base')).toBe(1);
});

test('A list that opens narrower than all does so for a value that is no choice; a choice may be in lower case', () => {
  for (const [status, label] of [
    ['unknown', 'Not closed'],
    ['all', 'All statuses'],
    ['OPEN', 'Open'],
  ]) {
    drawScreen(<TicketListScreen />, { at: `/?status=${status}`, world: { records } });
    expect(shown('Status')).toBe(label);
    cleanup();
  }
});

test.each([
  [bmeSession.userId, 'Assigned to me'],
  ['left', 'A former engineer'],
])('Links name engineers by id: %s is shown as “%s”, with their tickets only', (id, label) => {
  drawScreen(<TicketListScreen />, { at: `/?technician=${id}`, world: { records } });
  expect(shown('Technician')).toBe(label);
  expect(rowsOf('Breakdown Tickets')).toBe(1);
});
