// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { CallError } from '#ui/engine/engine.ts';
import { UnlockScreen } from '#ui/features/session/unlock-screen.tsx';

afterEach(cleanup);

const field = () => screen.getByLabelText<HTMLInputElement>('Password');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Unlock' });

function draw(triesLeft: number | null, unlock: () => Promise<boolean>) {
  drawScreen(<UnlockScreen userName="Asha Rao" triesLeft={triesLeft} />, { engine: { ...createFakeEngine(), unlock } });
  fireEvent.change(field(), { target: { value: 'secret1' } });
  fireEvent.click(button());
}

describe('the lock', () => {
  it('takes the focus to the password, and a password from a manager', () => {
    drawScreen(<UnlockScreen userName="Asha Rao" triesLeft={3} />);
    expect(document.activeElement).toBe(field());
    expect(field().autocomplete).toBe('current-password');
    expect(fireEvent.paste(field())).toBe(true);
  });

  it('counts the tries that are left without network', async () => {
    draw(1, async () => false);
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong password. 1 attempt is left.');
    expect(field().value).toBe('');
  });

  it.each([
    [0, 'Too many failed attempts. Connect to the network to unlock this tablet.'],
    [null, 'This tablet cannot check your password offline. Connect to the network to unlock it.'],
  ])(
    'with %s tries says why it needs the network, asks the server, and keeps the password while that is away',
    async (triesLeft, why) => {
      draw(triesLeft, () => Promise.reject(new CallError('offline', 'The server cannot be reached.')));
      expect(await screen.findByText('The server cannot be reached.')).toBeTruthy();
      expect(screen.getByText(why)).toBeTruthy();
      expect(field().value).toBe('secret1');
      expect(button().disabled).toBe(false);
    },
  );
});
