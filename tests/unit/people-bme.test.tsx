// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { CallError } from '#sync/types.ts';
import { BmeCreateScreen } from '#ui/features/people/bme-create-screen.tsx';
import { BmeEditScreen } from '#ui/features/people/bme-edit-screen.tsx';
import { BmeListScreen } from '#ui/features/people/bme-list-screen.tsx';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
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
const page = { items: [asha], totalCount: 1, pageSize: 10, pageNumber: 1, totalPages: 1 };
const count = (added: number, assigned: number) => ({
  numberOfBMEAdded: added,
  numberOfBMEAssigned: assigned,
});

describe('BME accounts', () => {
  it('shows a notice in place of the form once the quota is used up', async () => {
    drawScreen(<BmeCreateScreen />, { engine: createFakeEngine({ answers: { bmeCount: () => count(5, 5) } }) });
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
    drawScreen(<BmeCreateScreen />, { engine });
    expect(await screen.findByText('Could not retrieve BME count.')).toBeTruthy();
    expect(screen.queryByLabelText('Name')).toBeNull();
  });

  it('asks for name and email in the words of the documents', async () => {
    drawScreen(<BmeCreateScreen />, { engine: createFakeEngine({ answers: { bmeCount: () => count(1, 5) } }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Create' }));
    for (const text of ['Please fill in all required fields.', 'Name is required.', 'Email is required.'])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('speaks of required fields only while one is empty; the others say themselves what is wrong', async () => {
    drawScreen(<BmeEditScreen />, { engine: createFakeEngine({ answers: { bme: () => asha } }) });
    await screen.findByDisplayValue('Asha Rao');
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'short' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Password must have at least 6 characters.')).toBeTruthy();
    expect(screen.queryByText('Name and email are required.')).toBeNull();
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Name and email are required.')).toBeTruthy();
  });

  it('creates an account within the quota', async () => {
    const engine = createFakeEngine({ answers: { bmeCount: () => count(1, 5), createBme: () => asha } });
    drawScreen(<BmeCreateScreen />, { engine });
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await screen.findByLabelText('Name');
    type('Name', 'Asha Rao');
    type('Email', 'asha@x.example');
    type('Password', 'secret-1');
    fireEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('BME account created successfully!')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'createBme')?.input).toMatchObject({
      body: { name: 'Asha Rao', phone: '', email: 'asha@x.example', password: 'secret-1' },
    });
  });

  it('keeps the password when it is left blank', async () => {
    const engine = createFakeEngine({ answers: { bme: () => asha, updateBme: () => asha } });
    drawScreen(<BmeEditScreen />, { engine });
    expect(await screen.findByText('Leave blank to keep the current password.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '99' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('BME account updated successfully!')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateBme')?.input).toMatchObject({
      body: { phone: '99', password: '' },
    });
  });

  it('deletes only after the question, and says why it could not', async () => {
    let mayDelete = false;
    const engine = createFakeEngine({
      answers: {
        bmePage: () => page,
        deleteBme: () => {
          if (!mayDelete) throw new CallError('problem', 'This record does not exist.');
        },
      },
    });
    drawScreen(<BmeListScreen />, { engine });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Asha Rao' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('Are you sure you want to delete this BME account?')).toBeTruthy();
    expect(engine.called.some(({ name }) => name === 'deleteBme')).toBe(false);
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete BME account: This record does not exist.')).toBeTruthy();
    mayDelete = true;
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('comes back on Undo, also when the first try of it fails', async () => {
    let items = [asha];
    let mayRestore = false;
    const engine = createFakeEngine({
      answers: {
        bmePage: () => ({ ...page, items }),
        deleteBme: () => {
          items = [];
        },
        restoreBme: () => {
          if (!mayRestore) throw new CallError('problem', 'All BME accounts of this hospital are in use.');
          items = [asha];
          return asha;
        },
      },
    });
    drawScreen(<BmeListScreen />, { engine });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Asha Rao' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No BME accounts found.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    const said = 'BME account “Asha Rao” could not be restored. All BME accounts of this hospital are in use.';
    expect(await screen.findByText(said)).toBeTruthy();
    mayRestore = true;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('BME account “Asha Rao” restored.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Delete Asha Rao' })).toBeTruthy();
  });

  it('leaves for the list when the account that was created took the last place', async () => {
    let added = 4;
    const engine = createFakeEngine({
      answers: {
        bmeCount: () => count(added, 5),
        createBme: () => {
          added = 5;
          return asha;
        },
      },
    });
    drawScreen(
      <Routes>
        <Route path="/bme/create" element={<BmeCreateScreen />} />
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
