// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TextField } from '#ui/ui/text-field.tsx';

afterEach(cleanup);

it('a typed password can be shown and hidden again, and no other field offers it', () => {
  render(<TextField label="New password" type="password" />);
  const field = screen.getByLabelText<HTMLInputElement>('New password');
  fireEvent.click(screen.getByRole('button', { name: 'Show typed text' }));
  expect(field.type).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Hide typed text' }));
  expect(field.type).toBe('password');
  cleanup();
  render(<TextField label="Name" />);
  expect(screen.queryByRole('button')).toBeNull();
});
