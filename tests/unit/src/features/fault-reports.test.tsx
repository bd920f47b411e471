// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord, faultReportRecord, ticketRecord } from '#tests/support/ward-records.ts';
import { gatherReports } from '#ui/features/fault-report/gather-reports.ts';
import { ReportListScreen } from '#ui/features/fault-report/report-list-screen.tsx';

afterEach(cleanup);

const urgent = faultReportRecord({
  id: 'report-2',
  reference: 'R-222222',
  patientAffected: 'yes',
  reportedAt: '2026-11-25T05:30:00.000Z',
  people: 3,
  further: [{ ...faultReportRecord(), kind: 'no-power', text: '', name: '', extension: '' }],
});
const closed = faultReportRecord({
  id: 'report-3',
  reference: 'R-333333',
  state: 'closed',
  reason: 'duplicate',
  decidedAt: '2026-11-24T05:30:00.000Z',
  decidedBy: 'B. Nair',
});
const records = {
  device: [deviceRecord({ openTicketIds: ['ticket-1'] })],
  ticket: [ticketRecord()],
  faultReport: [closed, faultReportRecord(), urgent],
};
const draw = (more: object = {}) => {
  const engine = createFakeEngine({ records: { ...records, ...more } });
  drawScreen(<ReportListScreen />, { engine });
  return engine;
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('P305 reports from the wards', () => {
  it('are sorted: affected patients first, then the longest waiting, then decided ones', () => {
    const { view } = createFakeEngine({ records });
    const { open, decided } = gatherReports(view());
    expect(open.map(({ report }) => report.reference)).toEqual(['R-222222', 'R-7KM3QD']);
    expect(decided.map(({ report }) => report.reference)).toEqual(['R-333333']);
  });

  it('show what people reported, who they are, and what else is known of the device', async () => {
    draw();
    const card = await screen.findByRole('region', { name: /^R-222222/ });
    const text = card.textContent ?? '';
    for (const part of [
      'Alarm or error message',
      'Error 12',
      'Patient affected',
      'Does not switch on',
      'Sister Mary',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('3 people reported this');
    expect(text).not.toContain('Only the first');
    expect(within(card).getByRole('link', { name: 'BD-2026-000001' })).toBeTruthy();
    expect(screen.getByText(/^Closed: Duplicate by B\. Nair/)).toBeTruthy();
    expect(screen.getByText('Reports from labels are switched off')).toBeTruthy();
  });

  it('say how long they have waited', async () => {
    const at = (ms: number) => faultReportRecord({ reportedAt: new Date(Date.now() - ms).toISOString() });
    draw({ faultReport: [{ ...at(10_000), id: 'new', reference: 'R-444444' }, at(65_000)] });
    expect((await screen.findByRole('region', { name: /^R-444444/ })).textContent).toContain('Just reported');
    expect((await screen.findByRole('region', { name: /^R-7KM3QD/ })).textContent).toContain('Waiting for 1 min');
  });

  it('say when not all accounts of a report are shown', async () => {
    const [account] = urgent.further;
    const further = Array.from({ length: 10 }, (_, at) => ({ ...account!, text: `Account ${at}` }));
    draw({ faultReport: [{ ...urgent, further }] });
    const card = await screen.findByRole('region', { name: /^R-222222/ });
    expect(card.textContent).toContain('Only the first 11 reports are shown.');
  });

  it('are accepted as proposed, joined to a ticket of the device, or closed with a reason', async () => {
    const engine = draw();
    await screen.findByRole('region', { name: /^R-222222/ });
    const last = () => engine.saved.at(-1);
    press('Accept R-222222');
    press('Accept');
    expect(last()).toMatchObject({
      name: 'acceptReport',
      body: { reportId: 'report-2', priority: 'Critical', machineStatus: 'Restrictive Use' },
    });
    press('Join R-222222 to a ticket');
    press('Join');
    expect(last()).toMatchObject({ name: 'joinReport', body: { reportId: 'report-2', ticketId: 'ticket-1' } });
    press('Close R-7KM3QD');
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'wrong-device' } });
    press('Close report');
    expect(last()).toMatchObject({ name: 'closeReport', body: { reportId: 'report-1', reason: 'wrong-device' } });
  });
});
