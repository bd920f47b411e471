// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { drawScreen } from '#tests/support/screen.tsx';
import { Frame } from '#ui/app/frame.tsx';
import { paths } from '#ui/paths.ts';
import { useKeptAddress } from '#ui/ui/kept-queries.ts';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function Cancel() {
  const addressOf = useKeptAddress();
  const [address, setAddress] = useState('Cancel');
  return (
    <button type="button" onClick={() => setAddress(addressOf(paths.departments()))}>
      {address}
    </button>
  );
}

it.each(['/department', '/department/list'])(
  'P174 Cancel returns to a list opened at %s with its filter',
  (spelling) => {
    drawScreen(
      <Frame hasNotices={false}>
        <Cancel />
      </Frame>,
      { at: `${spelling}?search=icu` },
    );
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: '/department?search=icu' })).toBeTruthy();
  },
);
