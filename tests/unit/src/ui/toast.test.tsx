// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastProvider, useToast } from '#ui/ui/toast.tsx';
import { watchToastKeys } from '#ui/ui/toast-keys.ts';

const undo = vi.fn<() => void>();
let stop: () => void;

function Screen() {
  const toast = useToast();
  return (
    <>
      <button onClick={() => toast({ text: 'Task cancelled.', action: { label: 'Undo', onAction: undo } })}>Act</button>
      <input aria-label="Note" />
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  undo.mockReset();
  render(
    <ToastProvider>
      <Screen />
    </ToastProvider>,
  );
  stop = watchToastKeys(screen.getByRole('region', { name: 'Messages' }));
  button('Act').focus();
  fireEvent.click(button('Act'));
});
afterEach(() => {
  stop();
  cleanup();
  vi.useRealTimers();
});

const button = (name: string) => screen.getByRole('button', { name });
const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('F6 moves to the Undo button, which names what it undoes, and back', () => {
  press('F6');
  expect(document.activeElement).toBe(button('Undo: Task cancelled.'));
  press('F6');
  expect(document.activeElement).toBe(button('Act'));
});

test('Ctrl+Z undoes the action, but inside a field only text', () => {
  screen.getByRole('textbox').focus();
  press('z', { ctrlKey: true });
  expect(undo).not.toHaveBeenCalled();
  button('Act').focus();
  press('z', { ctrlKey: true });
  expect(undo).toHaveBeenCalledOnce();
  press('z', { ctrlKey: true });
  expect(undo).toHaveBeenCalledOnce();
});

test('no toast disappears while one of them has the focus or the pointer', () => {
  fireEvent.click(button('Act'));
  const [first] = screen.getAllByRole('button', { name: /^Undo/ });
  act(() => first?.focus());
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Messages' }));
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Messages' }));
  pass(60_000);
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(2);
  act(() => button('Act').focus());
  pass(12_000);
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});
