// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { drawScreen } from '#tests/support/screen.tsx';
import { ScheduleCreateScreen } from '#ui/features/schedule/schedule-form-screen.tsx';
import { paths, withQuery } from '#ui/paths.ts';

afterEach(cleanup);

const lastDone = { PM: '2026-05-04', Safety: null } as const;

function openForm(): void {
  drawScreen(<ScheduleCreateScreen />, {
    at: withQuery(paths.scheduleCreate(), { target: 'device', device: 'd1' }),
    world: {
      answers: {
        scheduleLastDone: (input) => {
          const { deviceId, kind } = (input as { query: { deviceId: string; kind: keyof typeof lastDone } }).query;
          return { deviceId, kind, on: lastDone[kind] };
        },
      },
    },
  });
  fireEvent.change(screen.getByLabelText(/^Kind/), { target: { value: 'PM' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Count from the day last done' }));
}
const day = () => screen.getByLabelText<HTMLInputElement>(/^Last done date/);

test('counting from the last done date starts with the date recorded for the device', async () => {
  openForm();
  await waitFor(() => expect(day().value).toBe('2026-05-04'));
  fireEvent.change(screen.getByLabelText(/^Kind/), { target: { value: 'Safety' } });
  await waitFor(() => expect(day().value).toBe(''));
});

test('a typed date is kept', async () => {
  openForm();
  await waitFor(() => expect(day().value).toBe('2026-05-04'));
  fireEvent.change(day(), { target: { value: '2026-06-11' } });
  fireEvent.change(screen.getByLabelText(/^Kind/), { target: { value: 'Safety' } });
  fireEvent.change(screen.getByLabelText(/^Kind/), { target: { value: 'PM' } });
  await screen.findByLabelText(/^Last done date/);
  expect(day().value).toBe('2026-06-11');
});
