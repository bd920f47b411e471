// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { problem } from '#contract/errors.ts';
import { CallError } from '#sync/types.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord } from '#tests/support/ward-records.ts';
import { TemplateEditScreen } from '#ui/features/round/template-form-screen.tsx';

afterEach(cleanup);

it('a template that the server cannot save stays as typed, with the documented message', async () => {
  const device = deviceRecord();
  const template = {
    id: 't1',
    name: 'ICU',
    departmentId: null,
    deviceIds: [device.id],
    completedRoundsCount: 0,
    lastRoundAt: null,
    lastRoundOn: null,
    revision: 'r1',
  };
  const failed = problem('server.failed');
  const engine = createFakeEngine({
    records: { device: [device], template: [template] },
    answers: {
      updateRoundTemplate: () => {
        throw new CallError('problem', failed.detail, failed);
      },
    },
  });
  drawScreen(
    <Routes>
      <Route path="/edit/:id" element={<TemplateEditScreen />} />
    </Routes>,
    { engine, at: '/edit/t1' },
  );
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /Template Name/ });
  fireEvent.change(name, { target: { value: 'ICU at night' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Failed to save template. Please try again.')).toBeTruthy();
  expect(screen.getByText(failed.detail)).toBeTruthy();
  expect(name.value).toBe('ICU at night');
});
