// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Form } from '#ui/ui/form.tsx';
import { SearchField } from '#ui/ui/search-field.tsx';

afterEach(cleanup);

it('Enter in a search box searches, without submitting the form around it', () => {
  const search = vi.fn<(text: string) => void>();
  const submit = vi.fn<() => void>();
  render(
    <Form onSubmit={submit}>
      <SearchField label="Search equipment" value="" onChange={search} debounceMs={60_000} />
      <button type="submit">Create</button>
    </Form>,
  );
  const box = screen.getByRole('searchbox', { name: 'Search equipment' });
  fireEvent.change(box, { target: { value: 'pump' } });
  // What the browser does with a key press that nothing has handled.
  if (fireEvent.keyDown(box, { key: 'Enter' })) box.closest('form')?.requestSubmit();
  expect([search.mock.calls, submit.mock.calls]).toEqual([[['pump']], []]);
});
