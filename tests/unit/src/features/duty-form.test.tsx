// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { DutyScreen } from '#ui/features/engineer/duty-screen.tsx';
import { paths } from '#ui/paths.ts';

afterEach(cleanup);

const put = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const technician = [
  { id: 'asha', name: 'Asha Rao' },
  { id: 'imran', name: 'Imran Shaikh' },
];

function draw() {
  const record = { shifts: [], leave: [], revision: 'r-1' };
  const always = { id: 's', technicianId: 'imran', days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' };
  const engine = createFakeEngine({
    records: { technician, setting: [{ id: 'duty', shifts: [always], leave: [] }] },
    answers: { dutyTable: () => record, updateDutyTable: () => record },
  });
  drawScreen(
    <Routes>
      <Route path={paths.duty()} element={<DutyScreen />} />
      <Route path={paths.engineers()} element={<p>The accounts</p>} />
    </Routes>,
    { engine, at: paths.duty() },
  );
  return engine;
}

describe('P322 the form of duty and leave', () => {
  it('shows who is on duty now, and saves hours and leave as a whole', async () => {
    const engine = draw();
    expect(await screen.findByText('On duty now: Imran Shaikh.')).toBeTruthy();
    press('Add hours on duty');
    put('Engineer of entry 1', 'asha');
    put('Until (entry 1)', '16:00');
    fireEvent.click(screen.getByLabelText('Saturday'));
    press('Add leave');
    put('Engineer on leave 1', 'imran');
    put('First day (leave 1)', '2026-12-24');
    put('Last day (leave 1)', '2026-12-23');
    press('Save');
    expect(await screen.findByText('The last day must not be before the first.')).toBeTruthy();
    put('Last day (leave 1)', '2026-12-26');
    press('Save');
    expect(await screen.findByText('The accounts')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateDutyTable')?.input).toMatchObject({
      body: {
        shifts: [{ technicianId: 'asha', days: [1, 2, 3, 4, 5], from: '08:00', to: '16:00' }],
        leave: [{ technicianId: 'imran', from: '2026-12-24', to: '2026-12-26' }],
        revision: 'r-1',
      },
    });
  });
});
