// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SerialsTip } from '#ui/features/round/serials-tip.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<SerialsTip templateName="Theatres" serials={['DEV-001', 'DEV-002', 'DEV-003']} />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const button = () => screen.getByRole('button', { name: /^Serial numbers of Theatres/ });
const tip = () => screen.queryByRole('tooltip');
const outside = { relatedTarget: document.body };
const wait = () => act(() => void vi.advanceTimersByTime(1_000));

it('stays while the pointer is over the list, even across the gap below the button, and then disappears', () => {
  fireEvent.mouseOver(button(), outside);
  expect(tip()?.textContent).toBe('DEV-001, DEV-002, DEV-003');
  fireEvent.mouseOut(button(), outside);
  fireEvent.mouseOver(screen.getByRole('tooltip'), outside);
  wait();
  expect(tip()).not.toBeNull();
  fireEvent.mouseOut(screen.getByRole('tooltip'), outside);
  wait();
  expect(tip()).toBeNull();
});

it('disappears on Escape, wherever the focus is', () => {
  fireEvent.mouseOver(button(), outside);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(tip()).toBeNull();
});
