// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { problem } from '#contract/errors.ts';
import { CallError } from '#sync/types.ts';
import { createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { HolidaysScreen } from '#ui/features/figures/holidays-screen.tsx';
import { paths } from '#ui/paths.ts';

afterEach(cleanup);

const republic = { on: '2027-01-26', name: 'Republic Day' };
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const put = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function draw(days = [republic], answers: FakeWorld['answers'] = {}) {
  const record = { days, revision: 'r-1' };
  const engine = createFakeEngine({ answers: { holidays: () => record, updateHolidays: () => record, ...answers } });
  drawScreen(
    <Routes>
      <Route path={paths.holidays()} element={<HolidaysScreen />} />
      <Route path={paths.figureSettings()} element={<p>The settings</p>} />
    </Routes>,
    { engine, at: paths.holidays() },
  );
  return engine;
}
const sent = (engine: ReturnType<typeof draw>) => engine.called.find(({ name }) => name === 'updateHolidays')?.input;

describe('P124 the holidays of a hospital', () => {
  it('show when there are none, accept days with a name, and are saved as a whole', async () => {
    const engine = draw([]);
    expect(await screen.findByText('No holidays yet.')).toBeTruthy();
    press('Add Day');
    put('Day 1', '2027-05-01');
    put('Name of day 1', 'Maharashtra Day');
    press('Add Day');
    put('Day 2', '2027-08-15');
    put('Name of day 2', 'Independence Day');
    press('Save');
    expect(await screen.findByText('Holidays saved.')).toBeTruthy();
    expect(await screen.findByText('The settings')).toBeTruthy();
    expect(sent(engine)).toMatchObject({
      body: {
        days: [
          { on: '2027-05-01', name: 'Maharashtra Day' },
          { on: '2027-08-15', name: 'Independence Day' },
        ],
        revision: 'r-1',
      },
    });
  });

  it('lose only the removed day', async () => {
    const engine = draw([republic, { on: '2027-05-01', name: 'Maharashtra Day' }]);
    await screen.findByLabelText('Day 2');
    press('Remove day 1');
    expect([field('Day 1').value, field('Name of day 1').value]).toEqual(['2027-05-01', 'Maharashtra Day']);
    press('Save');
    expect(await screen.findByText('The settings')).toBeTruthy();
    expect(sent(engine)).toMatchObject({ body: { days: [{ on: '2027-05-01', name: 'Maharashtra Day' }] } });
  });

  it('are refused at the duplicate day and at the missing name', async () => {
    const engine = draw();
    await screen.findByLabelText('Day 1');
    press('Add Day');
    put('Day 2', republic.on);
    press('Save');
    expect(await screen.findByText('This day is already in the list.')).toBeTruthy();
    expect(screen.getByText('Please enter a name.').id).toBe(field('Name of day 2').getAttribute('aria-describedby'));
    expect(sent(engine)).toBeUndefined();
    put('Day 2', '2027-01-27');
    put('Name of day 2', 'Bridge day');
    await waitFor(() => expect(screen.queryByText('This day is already in the list.')).toBeNull());
    press('Save');
    expect(await screen.findByText('The settings')).toBeTruthy();
  });

  it('that somebody else has changed are shown in their current state', async () => {
    const current = { days: [{ on: '2027-05-01', name: 'Maharashtra Day' }], revision: 'r-2' };
    draw([republic], {
      updateHolidays: () => {
        throw new CallError('problem', '', problem('record.conflict', '', { context: { current } }));
      },
    });
    await screen.findByLabelText('Day 1');
    put('Name of day 1', 'Republic Day of India');
    press('Save');
    expect(await screen.findByText('Somebody else changed this record in the meantime.')).toBeTruthy();
    const decision = screen.getByRole('group', { name: 'Holidays “26 Jan 2027 Republic Day of India”' });
    expect(decision.textContent).toContain('Theirs: removed');
    expect(decision.textContent).toContain('Mine: Name: Republic Day of India');
    expect(screen.getByText('Holidays “1 May 2027 Maharashtra Day”, added meanwhile, is kept.')).toBeTruthy();
    press('Discard my changes');
    expect(await screen.findByDisplayValue('Maharashtra Day')).toBeTruthy();
  });
});
