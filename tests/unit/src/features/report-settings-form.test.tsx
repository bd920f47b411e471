// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { ReportSettingsScreen } from '#ui/features/fault-report/report-settings-screen.tsx';
import { paths } from '#ui/paths.ts';

afterEach(cleanup);

it('P303 reports from labels are switched on, with a helpline', async () => {
  const record = { isOn: false, helpline: '', keepDays: 90, labelLine: '', revision: 'r-1' };
  const engine = createFakeEngine({ answers: { reportSettings: () => record, updateReportSettings: () => record } });
  drawScreen(
    <Routes>
      <Route path={paths.reportSettings()} element={<ReportSettingsScreen />} />
      <Route path="*" element={<p>Another screen</p>} />
    </Routes>,
    { engine, at: paths.reportSettings() },
  );
  fireEvent.click(await screen.findByLabelText('Take reports from labels'));
  fireEvent.change(screen.getByLabelText('Helpline'), { target: { value: '4711' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Settings saved.')).toBeTruthy();
  expect(engine.called.find(({ name }) => name === 'updateReportSettings')?.input).toMatchObject({
    body: { isOn: true, helpline: '4711', keepDays: 90, labelLine: '', revision: 'r-1' },
  });
});
