// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { WalkOrder } from '#ui/features/round/walk-order.tsx';

afterEach(cleanup);

function Editor() {
  const [serials, setSerials] = useState(['A', 'B', 'C']);
  const move = (from: number, to: number) =>
    setSerials((all) => all.toSpliced(from, 1).toSpliced(to, 0, ...all.slice(from, from + 1)));
  return (
    <WalkOrder
      stops={serials.map((serialNumber) => ({ serialNumber, detail: '' }))}
      isOrdered
      onMove={move}
      onRemove={(gone) => setSerials((all) => all.filter((serial) => serial !== gone))}
      onSortByPlace={() => setSerials((all) => all.toSorted())}
    />
  );
}

const shown = () => screen.getAllByRole('listitem').map((item) => item.dataset['item']);
const handle = (serial: string) => screen.getByRole('button', { name: new RegExp(`^Move ${serial}, number`) });

it('moves a device with the arrow keys of its handle, keeps the focus there and announces its number', () => {
  render(<Editor />);
  handle('A').focus();
  fireEvent.keyDown(handle('A'), { key: 'ArrowDown' });
  expect(shown()).toEqual(['B', 'A', 'C']);
  expect(document.activeElement).toBe(handle('A'));
  expect(screen.getByRole('status').textContent).toBe('A is number 2 of 3.');
  fireEvent.keyDown(handle('A'), { key: 'End' });
  fireEvent.keyDown(handle('A'), { key: 'ArrowDown' });
  expect(shown()).toEqual(['B', 'C', 'A']);
});

it('moves a device with its buttons; at the end of the list the focus moves to the handle', () => {
  render(<Editor />);
  const up = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Move C up' });
  fireEvent.click(up());
  expect(document.activeElement).toBe(up());
  fireEvent.click(up());
  expect(shown()).toEqual(['C', 'A', 'B']);
  expect(up().disabled).toBe(true);
  expect(document.activeElement).toBe(handle('C'));
  fireEvent.click(screen.getByRole('button', { name: 'Order by place' }));
  expect(shown()).toEqual(['A', 'B', 'C']);
});
