// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { chartKeys } from '#ui/ui/chart-frame.tsx';
import { Progress } from '#ui/ui/progress.tsx';

afterEach(cleanup);

it('long work is announced in steps of a quarter', () => {
  const at = (done: number) => <Progress label="Adding devices" done={done} total={400} isSpoken />;
  const { rerender } = render(at(0));
  const heard = new Set<string>();
  for (let done = 0; done <= 400; done += 1) {
    rerender(at(done));
    heard.add(screen.getByRole('status').textContent);
  }
  expect([...heard]).toEqual([
    '',
    'Adding devices: 25 %',
    'Adding devices: 50 %',
    'Adding devices: 75 %',
    'Adding devices: 100 %',
  ]);
});

it('progress caused by the user is not announced', () => {
  render(<Progress label="Answered" done={3} total={4} />);
  expect(screen.queryByRole('status')).toBeNull();
});

it('Enter on a chart opens its table and focuses it', () => {
  render(
    <section>
      <canvas aria-label="Turnaround by month" {...chartKeys} />
      <details>
        <table>
          <caption>The numbers</caption>
        </table>
      </details>
    </section>,
  );
  const chart = screen.getByRole('img', { name: 'Turnaround by month' });
  chart.focus();
  expect(document.activeElement).toBe(chart);
  fireEvent.keyDown(chart, { key: 'Enter' });
  const table = screen.getByRole('table', { name: 'The numbers' });
  expect(table.closest('details')?.open).toBe(true);
  expect(document.activeElement).toBe(table);
});
