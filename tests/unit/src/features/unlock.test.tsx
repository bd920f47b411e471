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

const lockOf = (triesLeft: number | null, hasPin = false) =>
  ({ kind: 'locked', userName: 'Asha Rao', email: 'asha@city.example', triesLeft, hasPin }) as const;

function draw(triesLeft: number | null, unlock: () => Promise<boolean>) {
  drawScreen(<UnlockScreen lock={lockOf(triesLeft)} />, { engine: { ...createFakeEngine(), unlock } });
  fireEvent.change(field(), { target: { value: 'secret1' } });
  fireEvent.click(button());
}

describe('the lock screen', () => {
  it('focuses the password, and accepts one from a password manager', () => {
    drawScreen(<UnlockScreen lock={lockOf(3)} />);
    expect(document.activeElement).toBe(field());
    expect(field().autocomplete).toBe('current-password');
    expect(fireEvent.paste(field())).toBe(true);
  });

  it('counts the remaining offline attempts', async () => {
    draw(1, async () => false);
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong password. 1 attempt is left.');
    expect(field().value).toBe('');
  });

  it.each([
    [0, 'Too many failed attempts. Connect to the network to unlock this tablet.'],
    [null, 'This tablet cannot check your password offline. Connect to the network to unlock it.'],
  ])(
    'with %s attempts says why it needs the network, asks the server, and keeps the password meanwhile',
    async (triesLeft, why) => {
      draw(triesLeft, () => Promise.reject(new CallError('offline', 'The server cannot be reached.')));
      expect(await screen.findByText('The server cannot be reached.')).toBeTruthy();
      expect(screen.getByText(why)).toBeTruthy();
      expect(field().value).toBe('secret1');
      expect(button().disabled).toBe(false);
    },
  );

  it('asks for the PIN of this tablet, counts wrong ones, and accepts the password instead', async () => {
    const tried: unknown[] = [];
    const unlock = async (...secret: unknown[]) => {
      tried.push(secret);
      return false;
    };
    drawScreen(<UnlockScreen lock={lockOf(4, true)} />, { engine: { ...createFakeEngine(), unlock } });
    const pin = screen.getByLabelText<HTMLInputElement>('PIN');
    expect(document.activeElement).toBe(pin);
    expect([pin.type, pin.inputMode, pin.autocomplete]).toEqual(['password', 'numeric', 'off']);
    fireEvent.change(pin, { target: { value: '280519' } });
    fireEvent.click(button());
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong PIN. 4 attempts are left.');
    expect(pin.value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Use the password' }));
    expect(document.activeElement).toBe(field());
    fireEvent.change(field(), { target: { value: 'secret1' } });
    fireEvent.click(button());
    await screen.findByText('Wrong password. 4 attempts are left.');
    expect(tried).toEqual([
      ['280519', 'pin'],
      ['secret1', 'password'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Use the PIN' }));
    expect(screen.getByLabelText('PIN')).toBeTruthy();
  });
});
