// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { problem } from '#contract/errors.ts';
import { createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { Frame } from '#ui/app/frame.tsx';
import { CallError } from '#ui/engine/engine.ts';
import { LoginScreen } from '#ui/features/session/login-screen.tsx';
import { NewPasswordScreen } from '#ui/features/session/new-password-screen.tsx';

afterEach(cleanup);

const session = { kind: 'new-password', userName: 'Asha Rao', email: 'asha@x.example' } as const;
const asked: unknown[] = [];

function draw(changePassword: NonNullable<FakeWorld['answers']['changePassword']> = () => undefined) {
  asked.length = 0;
  const engine = createFakeEngine({
    session,
    answers: {
      changePassword: (input) => {
        asked.push(input);
        return changePassword(input);
      },
    },
  });
  drawScreen(<NewPasswordScreen userName={session.userName} email={session.email} />, { engine });
  return engine;
}
const put = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
const choose = (password: string, repeated = password) => {
  put('New password', password);
  put('Repeat the new password', repeated);
  save();
};

describe('The choice of a new password', () => {
  it('focuses the invalid field, and accepts a password from a manager', () => {
    draw();
    const [first, second] = [screen.getByLabelText('New password'), screen.getByLabelText('Repeat the new password')];
    save();
    expect(document.activeElement).toBe(first);
    choose('a long enough password', 'another');
    expect(document.activeElement).toBe(second);
    for (const field of [first, second]) {
      expect(field.getAttribute('autocomplete')).toBe('new-password');
      expect(fireEvent.paste(field)).toBe(true);
    }
  });

  it('asks twice, and shows errors only after submitting', async () => {
    draw();
    choose('', '');
    expect(await screen.findByText('Password is required.')).toBeTruthy();
    put('New password', 'short');
    expect(screen.getByText('Password must have at least 6 characters.')).toBeTruthy();
    choose('mango-tree-9', 'mango-tree-8');
    expect(screen.getByText('The two passwords are not the same.')).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('lets the user in once the server has it', async () => {
    const engine = draw();
    choose('mango-tree-9');
    await waitFor(() => expect(engine.session().kind).toBe('signed-in'));
    expect(asked).toEqual([{ body: { newPassword: 'mango-tree-9' } }]);
  });

  it("shows the server's message at the field until something else is typed", async () => {
    const sentence = 'This password is one of the most common ones. Please choose another.';
    draw(() => {
      throw new CallError(
        'problem',
        sentence,
        problem('input.invalid', sentence, { errors: { newPassword: [sentence] } }),
      );
    });
    choose('password1');
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryAllByText(sentence)).toHaveLength(1);
    put('New password', 'password12');
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('says that it needs the network, and keeps what was typed', async () => {
    draw(() => {
      throw new CallError('offline', 'The server cannot be reached.');
    });
    choose('mango-tree-9');
    expect(await screen.findByText(/Press the button again when the network is back/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('mango-tree-9');
  });

  it('has no header, no menus and no link except to sign-in', () => {
    const engine = createFakeEngine({ session });
    drawScreen(
      <Frame hasNotices>
        <NewPasswordScreen userName={session.userName} email={session.email} />
      </Frame>,
      { engine, at: '/task' },
    );
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/login']);
  });

  it('is abandoned when the user returns to sign-in', async () => {
    const engine = createFakeEngine({ session });
    drawScreen(
      <Routes>
        <Route path="/login" element={<LoginScreen />} />
      </Routes>,
      { engine, at: '/login' },
    );
    await waitFor(() => expect(engine.session()).toEqual({ kind: 'signed-out', reason: null }));
  });
});
