// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { CallError } from '#sync/types.ts';
import { adminSession, createFakeEngine, waitingEntry } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { SettingsScreen } from '#ui/features/settings/settings-screen.tsx';

afterEach(cleanup);

const asha = { name: 'Asha Rao', email: 'asha@x.example', phone: '98' };
const valueOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

describe('The settings', () => {
  it('show the profile of a BME and link to its form', async () => {
    drawScreen(<SettingsScreen />, { engine: createFakeEngine({ answers: { profile: () => asha } }) });
    expect(await screen.findByText('asha@x.example')).toBeTruthy();
    expect([valueOf('Name'), valueOf('Role'), valueOf('Hospital')]).toEqual(['Asha Rao', 'BME', 'City Hospital']);
    expect(screen.getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe('/bme/edit/user-1');
  });

  it('accept both passwords from a password manager, also pasted', () => {
    drawScreen(<SettingsScreen />);
    for (const [label, token] of [
      ['Current password', 'current-password'],
      ['New password', 'new-password'],
    ] as const) {
      expect(screen.getByLabelText(label).getAttribute('autocomplete')).toBe(token);
      expect(fireEvent.paste(screen.getByLabelText(label))).toBe(true);
    }
  });

  it('show what this tablet stores and what waits', async () => {
    drawScreen(<SettingsScreen />, { engine: createFakeEngine({ outbox: [waitingEntry] }) });
    expect(await screen.findByText('46 MB of 5.6 GB')).toBeTruthy();
    expect(valueOf('Unsent work')).toBe('1 entry');
    expect(valueOf('On this tablet')).toBe('0 devices, 0 templates');
  });

  it('show no quota if Chromium adds 10 GB to the usage', async () => {
    const storage = async () => ({ usedBytes: 48_300_000, quotaBytes: 48_300_000 + 10 * 1024 ** 3, persisted: true });
    drawScreen(<SettingsScreen />, { engine: { ...createFakeEngine(), storage } });
    expect(await screen.findByText('46 MB')).toBeTruthy();
  });

  it('say when the browser gives no estimate and has not granted persistent storage', async () => {
    const storage = async () => ({ usedBytes: 0, quotaBytes: 0, persisted: false });
    const engine = { ...createFakeEngine(), storage, requestPersistence: async () => false };
    drawScreen(<SettingsScreen />, { engine });
    expect(await screen.findByText('Not reported by this browser')).toBeTruthy();
    expect(valueOf('Storage used')).toBe('Not reported by this browser');
    expect(valueOf('Storage kept')).toMatch(/^Not guaranteed/);
    fireEvent.click(screen.getByRole('button', { name: 'Keep storage' }));
    expect(await screen.findByText(/^The browser did not agree to keep the storage\. .*home screen\.$/)).toBeTruthy();
  });

  it('show an Admin their address and nothing about wards', async () => {
    const engine = createFakeEngine({
      session: { kind: 'signed-in', session: adminSession, offline: false },
      answers: { profile: () => ({ name: 'Installation Admin', email: 'admin@x.example', phone: '' }) },
    });
    drawScreen(<SettingsScreen />, { engine });
    expect(await screen.findByText('46 MB of 5.6 GB')).toBeTruthy();
    expect([valueOf('Email'), valueOf('Phone')]).toEqual(['admin@x.example', '—']);
    expect(screen.queryByRole('link', { name: 'Edit profile' })).toBeNull();
    expect(screen.queryByText('Unsent work')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Outbox' })).toBeNull();
  });

  it('set a PIN with the password of its user, and remove it', async () => {
    drawScreen(<SettingsScreen />);
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    type('Your password', 'wrong');
    type('PIN', '123456');
    fireEvent.click(screen.getByRole('button', { name: 'Set PIN' }));
    expect(await screen.findByText('This PIN is easy to guess: please choose another one.')).toBeTruthy();
    type('PIN', '280519');
    fireEvent.click(screen.getByRole('button', { name: 'Set PIN' }));
    expect(await screen.findAllByText('Wrong password.')).toHaveLength(2);
    type('Your password', 'secret1');
    fireEvent.click(screen.getByRole('button', { name: 'Set PIN' }));
    expect(await screen.findByText('A PIN unlocks this tablet.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('New PIN').value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Remove the PIN' }));
    await screen.findByRole('button', { name: 'Set PIN' });
    expect(screen.queryByText('A PIN unlocks this tablet.')).toBeNull();
  });

  it('change the password, and say why it could not be changed', async () => {
    let known = false;
    const engine = createFakeEngine({
      answers: {
        changePassword: () => {
          if (!known) throw new CallError('problem', 'Invalid email or password.');
        },
      },
    });
    drawScreen(<SettingsScreen />, { engine });
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    type('Current password', 'wrong');
    type('New password', '12345');
    const change = screen.getByRole('button', { name: 'Change password' });
    fireEvent.click(change);
    expect(await screen.findByText('Password must have at least 6 characters.')).toBeTruthy();
    type('New password', '123456');
    fireEvent.click(change);
    expect(await screen.findByText('Invalid email or password.')).toBeTruthy();
    known = true;
    fireEvent.click(change);
    expect(await screen.findByText('Password changed successfully!')).toBeTruthy();
  });
});
