// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { defaultNoticeSettings } from '#contract/rules/escalation.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { NoticeRulesScreen } from '#ui/features/engineer/notice-rules-screen.tsx';
import { paths } from '#ui/paths.ts';

afterEach(cleanup);

it('P345 the office sets how long tickets may wait, who is notified next, and quiet hours', async () => {
  const record = { ...defaultNoticeSettings, revision: 'r-1' };
  const engine = createFakeEngine({
    records: { technician: [{ id: 'asha', name: 'Asha Rao' }] },
    answers: { noticeSettings: () => record, updateNoticeSettings: () => record },
  });
  drawScreen(
    <Routes>
      <Route path={paths.noticeRules()} element={<NoticeRulesScreen />} />
      <Route path="*" element={<p>Another screen</p>} />
    </Routes>,
    { engine, at: paths.noticeRules() },
  );
  const put = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('A ticket should be accepted within')).toBeTruthy();
  put('Critical (minutes)', '10');
  put('Engineer told after those on duty', 'asha');
  const isBlank = () => screen.getByLabelText('Quiet from').dataset['blank'] !== undefined;
  expect(isBlank()).toBe(true);
  put('Quiet from', '22:00');
  expect(isBlank()).toBe(false);
  save();
  expect(await screen.findByText('Please enter two different times, or leave both empty.')).toBeTruthy();
  put('Quiet until', '06:00');
  save();
  expect(await screen.findByText('Settings saved.')).toBeTruthy();
  expect(engine.called.find(({ name }) => name === 'updateNoticeSettings')?.input).toMatchObject({
    body: { criticalMinutes: 10, personId: 'asha', quietFrom: '22:00', quietTo: '06:00', lowDays: 3, revision: 'r-1' },
  });
});
