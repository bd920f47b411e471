// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { problem } from '#contract/errors.ts';
import { createFakeEngine, waitingEntry } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { LoginScreen } from '#ui/features/session/login-screen.tsx';
import { loginErrorText } from '#ui/features/session/login-errors.ts';
import { CallError, type SessionState } from '#ui/engine/engine.ts';

afterEach(cleanup);

const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /Sign/ });

function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>;
}

describe('login', () => {
  it('signs the current user out when opened, and keeps unsent work', async () => {
    const engine = createFakeEngine({
      outbox: [1, 2, 3].map((seq) => ({ ...waitingEntry, id: String(seq), seq })),
    });
    drawScreen(<LoginScreen />, { engine });
    await waitFor(() => expect(engine.session().kind).toBe('signed-out'));
    expect(screen.getByRole('status').textContent).toBe(
      '3 entries have not been sent. They stay on this tablet and will be sent under your name.',
    );
    expect(engine.outbox()).toHaveLength(3);
  });

  it('submitted with Enter, focuses the first invalid field, and accepts a pasted password', () => {
    drawScreen(<LoginScreen />, { world: { session: { kind: 'signed-out', reason: null } } });
    fireEvent.keyDown(password(), { key: 'Enter' });
    expect(document.activeElement).toBe(email());
    fireEvent.change(email(), { target: { value: 'asha@x.example' } });
    fireEvent.keyDown(email(), { key: 'Enter' });
    expect(document.activeElement).toBe(password());
    expect(fireEvent.paste(password())).toBe(true);
  });

  it('enables the button for valid fields, and shows field errors after a touch', () => {
    drawScreen(<LoginScreen />, { world: { session: { kind: 'signed-out', reason: null } } });
    expect(button().disabled).toBe(true);
    expect(screen.queryByText('Email is required.')).toBeNull();
    fireEvent.blur(email());
    expect(screen.getByText('Email is required.')).toBeTruthy();
    fireEvent.change(email(), { target: { value: 'asha' } });
    expect(screen.getByText('Please enter a valid email address.')).toBeTruthy();
    fireEvent.blur(password());
    expect(screen.getByText('Password is required.')).toBeTruthy();
    fireEvent.change(email(), { target: { value: 'asha@city.example' } });
    fireEvent.change(password(), { target: { value: 'secret1' } });
    expect(button().disabled).toBe(false);
  });

  it('shows on Enter that the form is invalid and marks the fields', () => {
    drawScreen(<LoginScreen />, { world: { session: { kind: 'signed-out', reason: null } } });
    fireEvent.keyDown(email(), { key: 'Enter' });
    expect(screen.getByText('Please enter valid credentials.')).toBeTruthy();
    expect(screen.getByText('Email is required.')).toBeTruthy();
  });

  it.each([
    ['to the dashboard', '/login', '/dashboard/bme'],
    ['back to the form that the ended session left', '/login?return=%2Fvendor%2Fedit%2F7', '/vendor/edit/7'],
    ['never to another site', '/login?return=%2F%2Felsewhere.example', '/dashboard/bme'],
    ['never to one behind a tab', '/login?return=%2F%09%2Felsewhere.example', '/dashboard/bme'],
    ['never to the sign-in again', '/login?return=%2Flogin%2F', '/dashboard/bme'],
  ])('leads %s', async (_where, at, place) => {
    drawScreen(
      <Routes>
        <Route path="/login" element={<LoginScreen />} />
        <Route path="*" element={<Place />} />
      </Routes>,
      { at, world: { session: { kind: 'signed-out', reason: null } } },
    );
    fireEvent.change(email(), { target: { value: 'asha@city.example' } });
    fireEvent.change(password(), { target: { value: 'secret1' } });
    fireEvent.click(button());
    expect((await screen.findByTestId('place')).textContent).toBe(place);
  });

  describe('of a locked tablet', () => {
    const locked = {
      kind: 'locked',
      userName: 'Asha Rao',
      email: 'Asha@city.example',
      triesLeft: 3,
      hasPin: false,
    } as const;

    /** Opens the sign-in from the lock over a round, without network. */
    function draw(session: SessionState = locked) {
      const engine = createFakeEngine({ session });
      engine.change({ status: { ...engine.status(), offline: true } });
      engine.login = () => Promise.reject(new CallError('offline', 'The server cannot be reached.'));
      const at = { pathname: '/login', state: { lockedAt: '/daily-rounds/add/7?serial=V-1' } };
      drawScreen(
        <Routes>
          <Route path="/login" element={<LoginScreen />} />
          <Route path="*" element={<Place />} />
        </Routes>,
        { at, engine },
      );
      return engine;
    }
    const signIn = (who: string, secret: string) => {
      fireEvent.change(email(), { target: { value: who } });
      fireEvent.change(password(), { target: { value: secret } });
      fireEvent.click(button());
    };

    it('keeps it locked, says that signing in needs the network, and links back to the lock', async () => {
      const engine = draw();
      expect(screen.getByRole('status').textContent).toBe(
        'Signing in needs the network, and this tablet is offline. Asha Rao can unlock it with their password.',
      );
      signIn('ben@city.example', 'secret1');
      expect((await screen.findByRole('alert')).textContent).toBe(
        'Error: The server cannot be reached. Signing in needs the network.',
      );
      expect(engine.session()).toEqual(locked);
      fireEvent.click(screen.getByRole('link', { name: 'Back to unlock' }));
      expect((await screen.findByTestId('place')).textContent).toBe('/daily-rounds/add/7');
    });

    it('lets its user unlock it with the same password', async () => {
      const engine = draw();
      signIn('asha@city.example', 'not-this-1');
      expect((await screen.findByRole('alert')).textContent).toBe('Wrong password. 2 attempts are left.');
      signIn('asha@city.example', 'secret1');
      expect((await screen.findByTestId('place')).textContent).toBe('/daily-rounds/add/7');
      expect(engine.session().kind).toBe('signed-in');
    });

    it('offers no offline unlock when none is possible', () => {
      draw({ ...locked, triesLeft: 0 });
      expect(screen.getByRole('status').textContent).toBe('Signing in needs the network, and this tablet is offline.');
    });
  });

  it('shows failures with the messages of the catalogue', () => {
    const wrong = problem('auth.invalid_credentials');
    expect(loginErrorText(new CallError('problem', wrong.message, wrong))).toBe('Invalid email or password.');
    const failed = problem('server.failed');
    expect(loginErrorText(new CallError('problem', failed.message, failed))).toBe(
      `Server returned code: 500, error message: ${failed.message}`,
    );
    expect(loginErrorText(new CallError('offline', 'No connection.'))).toBe(
      'Error: No connection. Signing in needs the network.',
    );
    expect(loginErrorText(new CallError('offline', 'A proxy.', null, 502))).toBe(
      'Server returned code: 502, error message: A proxy.',
    );
    expect(loginErrorText(new TypeError('boom'))).toBe('Login failed. Please try again.');
  });
});
