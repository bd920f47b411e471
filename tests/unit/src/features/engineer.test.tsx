// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { CallError } from '#sync/types.ts';
import { EngineerCreateScreen } from '#ui/features/engineer/engineer-create-screen.tsx';
import { EngineerEditScreen } from '#ui/features/engineer/engineer-edit-screen.tsx';
import { EngineerListScreen } from '#ui/features/engineer/engineer-list-screen.tsx';
import { bmeSession, createFakeEngine, officeSession } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';

afterEach(cleanup);

const asha = {
  id: 'bme-1',
  name: 'Asha Rao',
  phone: '98',
  email: 'asha@x.example',
  role: 'BME',
  hospitalId: 'h',
  revision: 'r1',
};
const office = { kind: 'signed-in', session: officeSession, offline: false } as const;
const page = { items: [asha], totalCount: 1, pageSize: 10, pageNumber: 1, totalPages: 1 };
const count = (added: number, assigned: number) => ({
  numberOfBMEAdded: added,
  numberOfBMEAssigned: assigned,
});

describe('BME accounts', () => {
  it('replaces the form with a notice once the quota is used up', async () => {
    drawScreen(<EngineerCreateScreen />, { engine: createFakeEngine({ answers: { bmeCount: () => count(5, 5) } }) });
    expect(await screen.findByText(/Please contact the administrator/)).toBeTruthy();
    expect(screen.queryByLabelText('Name')).toBeNull();
  });

  it('says that the count is missing instead of guessing it', async () => {
    const engine = createFakeEngine({
      answers: {
        bmeCount: () => {
          throw new CallError('problem', 'down');
        },
      },
    });
    drawScreen(<EngineerCreateScreen />, { engine });
    expect(await screen.findByText('Could not retrieve BME count.')).toBeTruthy();
    expect(screen.queryByLabelText('Name')).toBeNull();
  });

  it('requires name and email with the documented messages', async () => {
    drawScreen(<EngineerCreateScreen />, { engine: createFakeEngine({ answers: { bmeCount: () => count(1, 5) } }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Create' }));
    for (const text of ['Please fill in all required fields.', 'Name is required.', 'Email is required.'])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('mentions required fields only while one is empty; others show their own errors', async () => {
    drawScreen(<EngineerEditScreen />, { engine: createFakeEngine({ session: office, answers: { bme: () => asha } }) });
    await screen.findByDisplayValue('Asha Rao');
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'short' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Password must have at least 6 characters.')).toBeTruthy();
    expect(screen.queryByText('Name and email are required.')).toBeNull();
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Name and email are required.')).toBeTruthy();
  });

  it('lets the browser autofill a user’s own account, but not a colleague’s', async () => {
    const tokens = () =>
      ['Name', 'Phone', 'Email'].map((label) => screen.getByLabelText(label).getAttribute('autocomplete'));
    for (const [record, filled] of [
      [{ ...asha, id: bmeSession.userId }, ['name', 'tel', 'email']],
      [asha, ['off', 'off', 'off']],
    ] as const) {
      drawScreen(<EngineerEditScreen />, { engine: createFakeEngine({ answers: { bme: () => record } }) });
      await screen.findByDisplayValue('Asha Rao');
      expect(tokens()).toEqual(filled);
      cleanup();
    }
  });

  it('creates an account within the quota', async () => {
    const engine = createFakeEngine({ answers: { bmeCount: () => count(1, 5), createEngineer: () => asha } });
    drawScreen(<EngineerCreateScreen />, { engine });
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await screen.findByLabelText('Name');
    type('Name', 'Asha Rao');
    type('Email', 'asha@x.example');
    type('Password', 'secret-1');
    fireEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('BME account created successfully!')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'createEngineer')?.input).toMatchObject({
      body: { name: 'Asha Rao', phone: '', email: 'asha@x.example', password: 'secret-1' },
    });
  });

  it('keeps the password if it is left blank', async () => {
    const engine = createFakeEngine({ session: office, answers: { bme: () => asha, updateEngineer: () => asha } });
    drawScreen(<EngineerEditScreen />, { engine });
    expect(await screen.findByText('Leave blank to keep the current password.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '99' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('BME account updated successfully!')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateEngineer')?.input).toMatchObject({
      body: { phone: '99', password: '' },
    });
  });

  it('says that a password set by the office, new or reset, is a one-time password', async () => {
    const words = /This is a one-time password\. Please pass it on to the engineer/;
    drawScreen(<EngineerEditScreen />, { engine: createFakeEngine({ session: office, answers: { bme: () => asha } }) });
    const password = await screen.findByLabelText('Password');
    expect(screen.queryByText(words)).toBeNull();
    fireEvent.change(password, { target: { value: 'first-day-7' } });
    expect(await screen.findByText(words)).toBeTruthy();
    cleanup();
    drawScreen(<EngineerCreateScreen />, { engine: createFakeEngine({ answers: { bmeCount: () => count(1, 5) } }) });
    expect(await screen.findByText(/^A one-time password: the engineer is asked for a new one/)).toBeTruthy();
  });

  it('offers an engineer no password of a colleague, and links to Settings for their own', async () => {
    const own = { ...asha, id: bmeSession.userId };
    for (const [record, words] of [
      [asha, /Only the hospital’s office can set another engineer’s password/],
      [own, /Change your own password under/],
    ] as const) {
      drawScreen(
        <Routes>
          <Route path="/bme/edit/:id" element={<EngineerEditScreen />} />
        </Routes>,
        { at: `/bme/edit/${record.id}`, engine: createFakeEngine({ answers: { bme: () => record } }) },
      );
      expect(await screen.findByText(words)).toBeTruthy();
      expect(screen.queryByLabelText('Password')).toBeNull();
      expect(screen.queryByRole('link', { name: 'Settings' }) !== null).toBe(record === own);
      cleanup();
    }
  });

  it('deletes only after confirmation, and says why it failed', async () => {
    let mayDelete = false;
    const engine = createFakeEngine({
      answers: {
        engineerPage: () => page,
        deleteEngineer: () => {
          if (!mayDelete) throw new CallError('problem', 'This record does not exist.');
        },
      },
    });
    drawScreen(<EngineerListScreen />, { engine });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Asha Rao' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('Are you sure you want to delete this BME account?')).toBeTruthy();
    expect(engine.called.some(({ name }) => name === 'deleteEngineer')).toBe(false);
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete BME account: This record does not exist.')).toBeTruthy();
    mayDelete = true;
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('P197 are added and deleted by the office alone if the hospital says so, and the screens say why', async () => {
    const records = { setting: [{ id: 'accounts', engineersManageAccounts: false, notices: [] } as const] };
    const answers = { engineerPage: () => page, bmeCount: () => count(1, 5) };
    const words = 'In this hospital only the office adds and removes accounts. Please ask the office.';
    const acts = () => [
      screen.queryByRole('button', { name: 'Delete Asha Rao' }) !== null,
      screen.queryByRole('link', { name: 'Add' }) !== null,
      screen.queryByText(words) !== null,
    ];
    drawScreen(<EngineerListScreen />, { engine: createFakeEngine({ records, answers }) });
    expect(await screen.findByRole('link', { name: 'Edit Asha Rao' })).toBeTruthy();
    expect(acts()).toEqual([false, false, true]);
    cleanup();
    drawScreen(<EngineerListScreen />, { engine: createFakeEngine({ records, answers, session: office }) });
    await screen.findByRole('link', { name: 'Edit Asha Rao' });
    expect(acts()).toEqual([true, true, false]);
    cleanup();
    drawScreen(<EngineerCreateScreen />, { engine: createFakeEngine({ records, answers }) });
    expect(await screen.findByText('Only the office adds accounts in this hospital.')).toBeTruthy();
    expect(screen.queryByLabelText('Name')).toBeNull();
  });

  it('is restored by Undo, even if its first attempt fails', async () => {
    let items = [asha];
    let mayRestore = false;
    const engine = createFakeEngine({
      session: office,
      answers: {
        engineerPage: () => ({ ...page, items }),
        deleteEngineer: () => {
          items = [];
        },
        restoreEngineer: () => {
          if (!mayRestore) throw new CallError('problem', 'All BME accounts of this hospital are in use.');
          items = [asha];
          return asha;
        },
      },
    });
    drawScreen(<EngineerListScreen />, { engine });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Asha Rao' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No BME accounts found.')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
    const said = 'BME account “Asha Rao” could not be restored. All BME accounts of this hospital are in use.';
    expect(await screen.findByText(said)).toBeTruthy();
    mayRestore = true;
    fireEvent.click(screen.getByRole('button', { name: /^Try again/ }));
    expect(await screen.findByText('BME account “Asha Rao” restored.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Delete Asha Rao' })).toBeTruthy();
  });

  it('opens the list when the created account took the last place', async () => {
    let added = 4;
    const engine = createFakeEngine({
      answers: {
        bmeCount: () => count(added, 5),
        createEngineer: () => {
          added = 5;
          return asha;
        },
      },
    });
    drawScreen(
      <Routes>
        <Route path="/bme/create" element={<EngineerCreateScreen />} />
        <Route path="/bme/list" element={<p>The list</p>} />
      </Routes>,
      { engine, at: '/bme/create' },
    );
    await screen.findByLabelText('Name');
    for (const [label, value] of [
      ['Name', 'Asha Rao'],
      ['Email', 'asha@x.example'],
      ['Password', 'secret-1'],
    ] as const)
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('The list')).toBeTruthy();
  });
});
