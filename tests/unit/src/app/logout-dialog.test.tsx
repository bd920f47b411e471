// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { LogoutDialog } from '#ui/app/logout-dialog.tsx';

afterEach(cleanup);

const offer = "Remove this hospital's data from this tablet";

it.each([true, false])("a logout removes the hospital's data if that is ticked (%s)", async (isTicked) => {
  const engine = createFakeEngine();
  await engine.login('asha@ward.test', 'secret1');
  const logout = vi.spyOn(engine, 'logout');
  drawScreen(<LogoutDialog onCancel={() => undefined} />, { engine });
  if (isTicked) fireEvent.click(screen.getByLabelText(offer));
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(logout).toHaveBeenCalledWith({ removeData: isTicked }));
});

it('an administrator, whose tablet has no hospital data, gets no such option', async () => {
  const engine = createFakeEngine();
  await engine.login('admin@ward.test', 'secret1');
  drawScreen(<LogoutDialog onCancel={() => undefined} />, { engine });
  expect(screen.queryByLabelText(offer)).toBeNull();
});
