// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { FigureSettingsRecord } from '#contract/calls/figures.ts';
import { defaultFigureSettings } from '#contract/rules/figures/settings.ts';
import { createFakeEngine, type FakeWorld, officeSession } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { FigureSettingsScreen } from '#ui/features/figures/figure-settings-screen.tsx';
import { paths } from '#ui/paths.ts';

afterEach(cleanup);

const settings: FigureSettingsRecord = {
  ...defaultFigureSettings,
  revision: 'r-1',
  since: { endSteps: { at: '2026-05-09T04:30:00Z', by: 'Office' } },
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const put = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

const drawSettings = (world: Partial<FakeWorld> = {}) => {
  const engine = createFakeEngine({
    ...world,
    answers: { figureSettings: () => settings, updateFigureSettings: () => settings },
  });
  drawScreen(
    <Routes>
      <Route path={paths.figureSettings()} element={<FigureSettingsScreen />} />
      <Route path={paths.figures()} element={<p>The figures</p>} />
    </Routes>,
    { engine, at: paths.figureSettings() },
  );
  return engine;
};

describe('P197 who adds and removes accounts', () => {
  const label = 'Engineers may add and remove accounts';

  it('is changed by the office', async () => {
    const engine = drawSettings({ session: { kind: 'signed-in', session: officeSession, offline: false } });
    await screen.findByLabelText(label);
    expect(field(label).checked).toBe(true);
    fireEvent.click(field(label));
    fireEvent.click(save());
    expect(await screen.findByText('The figures')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateFigureSettings')?.input).toMatchObject({
      body: { engineersManageAccounts: false },
    });
  });

  it('is read-only for engineers, with the reason, and sent back unchanged', async () => {
    const engine = drawSettings();
    expect(await screen.findByText(/Only the hospital’s office can change whether engineers add/)).toBeTruthy();
    expect(screen.queryByLabelText(label)).toBeNull();
    put('An hour of Restrictive Use counts (%)', '40');
    fireEvent.click(save());
    expect(await screen.findByText('The figures')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateFigureSettings')?.input).toMatchObject({
      body: { engineersManageAccounts: true, restrictiveWeight: 40 },
    });
  });
});

describe('P284 the retention of old round details', () => {
  const label = 'Keep the details of old rounds';

  it('is chosen by the office', async () => {
    const engine = drawSettings({ session: { kind: 'signed-in', session: officeSession, offline: false } });
    await screen.findByLabelText(label);
    expect(screen.getByText(/Figures, findings and photos stay/)).toBeTruthy();
    put(label, '5');
    fireEvent.click(save());
    expect(await screen.findByText('The figures')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateFigureSettings')?.input).toMatchObject({
      body: { keepRoundDetails: '5' },
    });
  });

  it('is read-only for engineers, with the reason', async () => {
    drawSettings();
    expect(await screen.findByText('For ever')).toBeTruthy();
    expect(screen.getByText(/Only the hospital’s office can change how long details/)).toBeTruthy();
  });
});

describe('P136 the warning days before the end of a contract', () => {
  it('are in the settings with who set them', async () => {
    drawSettings();
    const group = await screen.findByRole('group', { name: 'Days before the end of a contract' });
    expect(['First step', 'Second step', 'Third step', 'Last step'].map((label) => field(label).value)).toEqual([
      '90',
      '60',
      '30',
      '7',
    ]);
    expect(group.textContent).toContain('set by Office.');
  });

  it('are refused at the invalid day, and saved as a whole', async () => {
    const engine = drawSettings();
    await screen.findByLabelText('First step');
    put('Second step', '120');
    fireEvent.blur(field('Second step'));
    expect(await screen.findByText('Each step must have fewer days than the one before.')).toBeTruthy();
    put('First step', '180');
    put('Last step', '');
    fireEvent.blur(field('Last step'));
    expect(await screen.findByText('Please enter whole days from 1 to 366.')).toBeTruthy();
    put('Last step', '5');
    await waitFor(() => expect(screen.queryByText('Please enter whole days from 1 to 366.')).toBeNull());
    fireEvent.click(save());
    expect(await screen.findByText('The figures')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateFigureSettings')?.input).toMatchObject({
      body: { endSteps: [180, 120, 30, 5], restrictiveWeight: 50, revision: 'r-1' },
    });
  });
});
