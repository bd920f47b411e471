// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import '#tests/support/async-limit.ts';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { useReturnTo } from '#ui/ui/return-to.ts';

afterEach(cleanup);

function Form() {
  const returnTo = useReturnTo();
  return (
    <button type="button" onClick={() => void returnTo('/vendor')}>
      Save
    </button>
  );
}

function List() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      {pathname + search}
    </button>
  );
}

test('Back after Save skips the form and returns to the list as it was', async () => {
  render(
    <MemoryRouter initialEntries={['/vendor?page=2', '/vendor/edit/1']}>
      <Routes>
        <Route path="/vendor" element={<List />} />
        <Route path="/vendor/edit/1" element={<Form />} />
      </Routes>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(await screen.findByRole('button', { name: '/vendor' }));
  expect(await screen.findByRole('button', { name: '/vendor?page=2' })).toBeTruthy();
});
