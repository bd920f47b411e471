// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { adminSession, bmeSession, createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { Guard } from '#ui/app/guard.tsx';
import { paths } from '#ui/paths.ts';
import type { ScreenAccess, ScreenRoute } from '#ui/route.ts';
import type { SessionState } from '#ui/engine/engine.ts';

afterEach(cleanup);

const here = '/admin/hospital?search=hill';
const comeBack = '/login?return=%2Fadmin%2Fhospital%3Fsearch%3Dhill';
const nobody: SessionState = { kind: 'signed-out', reason: null };
const ended: SessionState = { kind: 'signed-out', reason: 'Your session has ended. Please sign in again.' };
const bme: SessionState = { kind: 'signed-in', session: bmeSession, offline: false };
const admin: SessionState = { kind: 'signed-in', session: adminSession, offline: false };

function Place() {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{`${pathname}${search}`}</p>;
}

function enter(access: ScreenAccess, session: SessionState, record?: string) {
  const engine = createFakeEngine({ session });
  const Screen = () => {
    useRecordTitle(record);
    return <h1>Inside</h1>;
  };
  const route: ScreenRoute = { path: paths.hospitals, title: 'Hospitals', access, Screen, prepare: async () => Screen };
  drawScreen(
    <>
      <Place />
      <Routes>
        <Route path="/admin/hospital" element={<Guard route={route} />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    { at: here, engine },
  );
  return engine;
}

const found = () => ({
  place: screen.getByTestId('place').textContent,
  inside: screen.queryByText('Inside') !== null,
});

describe('who may enter a screen', () => {
  const cases: readonly [string, ScreenAccess, SessionState, string, boolean][] = [
    ['a visitor of a guarded screen comes back by the sign-in', ['Admin'], nobody, comeBack, false],
    ['a session that was ended comes back by the next sign-in', ['Admin'], ended, comeBack, false],
    ['a BME at an Admin screen goes to the BME dashboard', ['Admin'], bme, '/dashboard/bme', false],
    [
      'an Admin at a hospital screen goes to the Admin dashboard',
      ['BME', 'Hospital'],
      admin,
      '/dashboard/admin',
      false,
    ],
    ['an Admin enters an Admin screen', ['Admin'], admin, here, true],
    ['any signed-in user enters a screen without roles', 'signed-in', bme, here, true],
    ['a visitor enters an open screen', 'open', nobody, here, true],
    ['an Admin enters a screen that only prompts visitors', 'prompt', admin, here, true],
  ];
  it.each(cases)('%s', (_name, access, session, place, inside) => {
    enter(access, session);
    expect(found()).toEqual({ place, inside });
  });

  it('after a logout the next sign-in does not open the screen that was left', async () => {
    const engine = enter(['Admin'], admin);
    await act(() => engine.logout());
    expect(found()).toEqual({ place: '/login', inside: false });
  });

  it('a visitor to the equipment form gets a sign-in prompt in place', () => {
    enter('prompt', nobody);
    expect(found()).toEqual({ place: here, inside: false });
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(comeBack);
  });

  it('a session with a one-time password only gets the choice of a new one, even on open screens', async () => {
    for (const access of [['Admin'], 'open', 'prompt', 'signed-in'] as const) {
      enter(access, { kind: 'new-password', userName: 'Asha Rao', email: 'asha@x.example' });
      expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeTruthy();
      expect(document.title).toBe('Choose a new password · Hospitals · Ward Rounds');
      expect(found()).toEqual({ place: here, inside: false });
      cleanup();
    }
  });

  it('a locked tablet, and one with a one-time password, shows the screen of a forgotten password', () => {
    const locked = {
      kind: 'locked',
      userName: 'Asha Rao',
      email: 'asha@x.example',
      triesLeft: 5,
      hasPin: false,
    } as const;
    for (const session of [locked, { kind: 'new-password', userName: 'Asha Rao', email: 'asha@x.example' } as const]) {
      const Screen = () => <h1>Inside</h1>;
      const prepare = async () => Screen;
      const route: ScreenRoute = { path: paths.newPassword, title: 'New password', access: 'open', Screen, prepare };
      drawScreen(<Guard route={route} />, { at: paths.newPassword(), engine: createFakeEngine({ session }) });
      expect(screen.getByText('Inside')).toBeTruthy();
      cleanup();
    }
  });

  it('a locked tablet asks for the password and keeps the address', async () => {
    enter(['Admin'], { kind: 'locked', userName: 'Asha Rao', email: 'asha@x.example', triesLeft: 5, hasPin: false });
    expect(await screen.findByRole('button', { name: 'Unlock' })).toBeTruthy();
    expect(found().place).toBe(here);
  });
});

it('the window title names the lock, not the screen below it', async () => {
  enter(['Admin'], {
    kind: 'locked',
    userName: 'Asha Rao',
    email: 'asha@hospital.example',
    triesLeft: null,
    hasPin: false,
  });
  await screen.findByRole('heading', { name: 'This tablet is locked' });
  expect(document.title).toBe('This tablet is locked · Ward Rounds');
});

it('the window title names the record before its screen, until another screen is shown', () => {
  enter(['Admin'], admin, 'Ventilator DEV-014');
  expect(document.title).toBe('Ventilator DEV-014 · Hospitals · Ward Rounds');
  cleanup();
  enter(['Admin'], admin);
  expect(document.title).toBe('Hospitals · Ward Rounds');
});
