// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { drawScreen } from '#tests/support/screen.tsx';
import { OfflineStart } from '#ui/app/offline-start.tsx';
import { setStartTrouble } from '#ui/platform/start-trouble.ts';

afterEach(() => {
  cleanup();
  setStartTrouble(null);
});

test('P209 a dismissed warning that the app cannot open offline returns when its cause recurs', () => {
  drawScreen(
    <>
      <div id="header-notes" />
      <OfflineStart />
    </>,
  );
  const title = 'The app will not open without network';
  const occur = () => act(() => setStartTrouble('no-room'));
  occur();
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.getByRole('link', { name: /^The app needs the network to open: / })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(title)).toBeNull();
  act(() => setStartTrouble(null));
  occur();
  expect(screen.getByText(title)).toBeTruthy();
});
