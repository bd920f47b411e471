// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { problem } from '#contract/errors.ts';
import { CallError } from '#sync/types.ts';
import { adminSession, createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import {
  EquipmentTypeCreateScreen,
  EquipmentTypeEditScreen,
} from '#ui/features/equipment-type/equipment-form-screen.tsx';
import { EquipmentTypeListScreen } from '#ui/features/equipment-type/equipment-list-screen.tsx';
import { MakeCreateScreen, MakeEditScreen } from '#ui/features/equipment-type/make-form-screen.tsx';
import { MakeListScreen } from '#ui/features/equipment-type/make-list-screen.tsx';
import { ModelCreateScreen, ModelEditScreen } from '#ui/features/equipment-type/model-form-screen.tsx';
import { ModelListScreen } from '#ui/features/equipment-type/model-list-screen.tsx';

afterEach(cleanup);

const ventilator = {
  id: 'eq-1',
  name: 'Ventilator',
  description: 'Breathes for the patient',
  equipmentImportance: 'Critical' as const,
};
const monitor = { id: 'eq-2', name: 'Patient Monitor' };
const equipment = [{ id: ventilator.id, name: ventilator.name }, monitor];
const make = { id: 'mk-1', name: 'Aerolife', equipment: [equipment[0]], revision: 'r1' };
const model = {
  id: 'md-1',
  name: 'AV-9',
  equipmentMakeId: 'mk-1',
  equipmentMakeName: 'Aerolife',
  equipmentId: 'eq-1',
  equipmentName: 'Ventilator',
};
const pageOf = (items: readonly unknown[]) => () => ({
  items,
  totalCount: items.length,
  pageSize: 10,
  pageNumber: 1,
  totalPages: 1,
});
const answers: FakeWorld['answers'] = {
  equipmentTypePage: pageOf([{ ...ventilator, noOfItems: 12 }]),
  equipment: () => ({ ...ventilator, revision: 'r1' }),
  allEquipmentTypes: () => equipment,
  createEquipmentType: () => ({ ...ventilator, revision: 'r1' }),
  makePage: pageOf([{ id: 'mk-1', name: 'Aerolife', noOfEquipment: 1, installBase: 12, upTime: 99.5 }]),
  make: () => make,
  createMake: () => make,
  updateMake: () => make,
  modelPage: pageOf([model]),
  model: () => ({ ...model, revision: 'r1' }),
  modelMakes: () => [
    { id: 'mk-1', name: 'Aerolife' },
    { id: 'mk-2', name: 'Mindray' },
    { id: 'mk-3', name: 'New Make' },
  ],
  modelEquipmentsByMake: (input) => {
    const { makeId } = (input as { params: { makeId: string } }).params;
    return { 'mk-1': [equipment[0]], 'mk-2': [monitor] }[makeId] ?? [];
  },
  createModel: () => ({ ...model, revision: 'r1' }),
  updateModel: () => ({ ...model, revision: 'r2' }),
};
const engineWith = (more: FakeWorld['answers'] = {}) => createFakeEngine({ answers: { ...answers, ...more } });
const sentBy = (engine: ReturnType<typeof engineWith>, call: string) =>
  engine.called.find(({ name }) => name === call)?.input;
const put = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const atRecord = (Screen: () => React.ReactNode, id: string, engine = engineWith()) =>
  drawScreen(
    <Routes>
      <Route path="/edit/:id" element={<Screen />} />
      <Route path="*" element={<p>The list</p>} />
    </Routes>,
    { engine, at: `/edit/${id}` },
  );
const refusedAs = (message: string) => () => {
  throw new CallError('problem', message);
};

function Search() {
  return <p data-testid="search">{useLocation().search}</p>;
}

describe('The lists of equipment, makes and models', () => {
  it.each([
    ['equipment', EquipmentTypeListScreen, ['#', 'Name', 'Description', 'Importance', 'No. Of Items', 'Actions']],
    ['makes', MakeListScreen, ['Name', 'No Of Equipments', 'InstallBase', 'Uptime', 'Actions']],
    ['models', ModelListScreen, ['Name', 'Make', 'Equipment', 'Actions']],
  ])('of %s have the documented columns', async (_what, Screen, headers) => {
    drawScreen(<Screen />, { engine: engineWith() });
    await screen.findAllByRole('cell');
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(headers);
  });

  it('say what is missing when empty', async () => {
    const none = pageOf([]);
    const engine = engineWith({ equipmentTypePage: none, makePage: none, modelPage: none });
    drawScreen(<EquipmentTypeListScreen />, { engine });
    expect(await screen.findByText('No equipment found.')).toBeTruthy();
    drawScreen(<ModelListScreen />, { engine });
    expect(await screen.findByText('No equipment models found.')).toBeTruthy();
  });

  it('of models says that it is loading', () => {
    drawScreen(<ModelListScreen />, { engine: engineWith() });
    expect(screen.getByText('Loading equipment models...')).toBeTruthy();
  });

  it('go to the last page when the last row of their page is deleted', async () => {
    const pages = new Map([
      [1, { ...pageOf([{ ...ventilator, noOfItems: 0 }])(), totalCount: 10 }],
      [2, { ...pageOf([])(), pageNumber: 2, totalCount: 10 }],
    ]);
    const engine = engineWith({
      equipmentTypePage: (input) => pages.get((input as { query: { page: number } }).query.page),
    });
    drawScreen(
      <>
        <EquipmentTypeListScreen />
        <Search />
      </>,
      { engine, at: '/?page=2' },
    );
    expect(await screen.findByText('Ventilator')).toBeTruthy();
    expect(screen.queryByText('No equipment found.')).toBeNull();
    expect(screen.getByTestId('search').textContent).toBe('');
  });

  const deletions = [
    ['equipment', EquipmentTypeListScreen, 'Ventilator', 'this equipment', 'EquipmentType', 'equipment'],
    ['make', MakeListScreen, 'Aerolife', 'this equipment make', 'Make', 'equipment make'],
    ['model', ModelListScreen, 'AV-9', 'this equipment model', 'Model', 'equipment model'],
  ] as const;
  it.each(deletions)(
    '%s: asks, shows a failure, deletes, and restores by Undo',
    async (_what, Screen, name, asked, call, said) => {
      let refuse = true;
      const engine = engineWith({
        [`delete${call}`]: () => {
          if (refuse) throw new CallError('problem', 'This record is still in use.');
        },
        [`restore${call}`]: () => ({ id: 'x' }),
      });
      drawScreen(<Screen />, { engine });
      fireEvent.click(await screen.findByRole('button', { name: `Delete ${name}` }));
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getByText(`Are you sure you want to delete ${asked}?`)).toBeTruthy();
      fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
      expect(await screen.findByText(`Error deleting ${said}: This record is still in use.`)).toBeTruthy();
      refuse = false;
      fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
      fireEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
      await waitFor(() => expect(engine.called.some((one) => one.name === `restore${call}`)).toBe(true));
    },
  );
});

describe('The equipment form', () => {
  it('requires every field with the documented messages; Critical is preset', async () => {
    drawScreen(<EquipmentTypeCreateScreen />, { engine: engineWith() });
    expect(screen.getByLabelText<HTMLSelectElement>('Importance').value).toBe('Critical');
    press('Create');
    for (const text of ['Please fill in all required fields.', 'Name is required.', 'Description is required.'])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('sends what was typed and opens the list', async () => {
    const { engine } = atRecord(EquipmentTypeCreateScreen, 'new');
    put('Name', 'Ventilator');
    put('Description', 'Breathes');
    press('Create');
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(sentBy(engine, 'createEquipmentType')).toMatchObject({
      body: { name: 'Ventilator', equipmentImportance: 'Critical', description: 'Breathes' },
    });
  });

  it('shows the documented message when it cannot be saved', async () => {
    atRecord(
      EquipmentTypeEditScreen,
      'eq-1',
      engineWith({ updateEquipmentType: refusedAs('This record already exists.') }),
    );
    await screen.findByDisplayValue('Ventilator');
    press('Save');
    expect(await screen.findByText('Error updating equipment: This record already exists.')).toBeTruthy();
  });

  it('shows what someone else changed meanwhile', async () => {
    const current = { ...ventilator, name: 'ICU Ventilator', revision: 'r2' };
    const refusal = problem('record.conflict', undefined, { context: { current } });
    const engine = engineWith({
      updateEquipmentType: () => {
        throw new CallError('problem', refusal.message, refusal);
      },
    });
    atRecord(EquipmentTypeEditScreen, 'eq-1', engine);
    await screen.findByDisplayValue('Ventilator');
    put('Name', 'Ventilator, adult');
    press('Save');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard my changes' }));
    expect(await screen.findByDisplayValue('ICU Ventilator')).toBeTruthy();
  });

  it('tells an Admin that it is for hospital users, without a call', () => {
    const engine = createFakeEngine({ session: { kind: 'signed-in', session: adminSession, offline: false } });
    atRecord(EquipmentTypeEditScreen, 'eq-1', engine);
    expect(screen.getByText('This form is for hospital users.')).toBeTruthy();
    expect(engine.called).toEqual([]);
  });
});

describe('The make form', () => {
  it('filters all equipment by name, adds each once, and removes it again', async () => {
    const { engine } = atRecord(MakeCreateScreen, 'new');
    expect(await screen.findByText('No equipment selected.')).toBeTruthy();
    await screen.findByRole('button', { name: 'Add Patient Monitor' });
    put('Search equipment', 'VENT');
    await waitFor(() => expect(screen.queryByText('Patient Monitor')).toBeNull());
    press('Add Ventilator');
    press('Added Ventilator');
    put('Search equipment', 'nothing like it');
    expect(await screen.findByText('No equipment found.')).toBeTruthy();
    put('Search equipment', '');
    press('Add Patient Monitor');
    press('Remove Ventilator');
    press('Add Ventilator');
    put('Make Name', 'Aerolife');
    press('Create');
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(sentBy(engine, 'createMake')).toMatchObject({
      body: { name: 'Aerolife', equipmentIds: 'eq-2,eq-1' },
    });
  });

  it('requires the name, and says when the equipment cannot be loaded', async () => {
    drawScreen(<MakeCreateScreen />, { engine: engineWith({ allEquipmentTypes: refusedAs('down') }) });
    press('Create');
    expect(await screen.findByText('Make name is required.')).toBeTruthy();
    expect(await screen.findByText('Failed to load equipment list: down')).toBeTruthy();
  });

  it('sends the list of equipment with the revision when editing', async () => {
    const { engine } = atRecord(MakeEditScreen, 'mk-1');
    fireEvent.click(await screen.findByRole('button', { name: 'Add Patient Monitor' }));
    press('Save');
    expect(await screen.findByText('Equipment make updated successfully!')).toBeTruthy();
    expect(sentBy(engine, 'updateMake')).toMatchObject({
      body: { name: 'Aerolife', equipment: [{ id: 'eq-1' }, { id: 'eq-2' }], revision: 'r1' },
    });
  });

  it('says why a make could not be loaded, created or updated', async () => {
    atRecord(MakeEditScreen, 'mk-1', engineWith({ make: refusedAs('gone') }));
    expect(await screen.findByText('Failed to load equipment make: gone')).toBeTruthy();
    cleanup();
    atRecord(MakeEditScreen, 'mk-1', engineWith({ updateMake: refusedAs('') }));
    await screen.findByDisplayValue('Aerolife');
    press('Save');
    expect(await screen.findByText('Failed to update equipment make: Server error')).toBeTruthy();
  });
});

describe('The model form', () => {
  const equipmentField = () => screen.getByLabelText<HTMLSelectElement>('Select Equipment');

  it('offers equipment of the chosen make only', async () => {
    drawScreen(<ModelCreateScreen />, { engine: engineWith() });
    expect(screen.getByRole('heading', { name: 'Create Equipment Model' })).toBeTruthy();
    await screen.findByRole('option', { name: 'Mindray' });
    expect(equipmentField().disabled).toBe(true);
    put('Select Make', 'mk-2');
    expect(await screen.findByRole('option', { name: 'Patient Monitor' })).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'Ventilator' })).toBeNull();
    expect(equipmentField().disabled).toBe(false);
    put('Select Make', 'mk-3');
    expect(await screen.findByRole('option', { name: 'This make has no equipment types yet' })).toBeTruthy();
    expect(equipmentField().disabled).toBe(true);
  });

  it('clears the equipment when the make changes', async () => {
    const { engine } = atRecord(ModelEditScreen, 'md-1');
    await screen.findByRole('option', { name: 'Ventilator' });
    expect(equipmentField().value).toBe('eq-1');
    put('Select Make', 'mk-2');
    await screen.findByRole('option', { name: 'Patient Monitor' });
    expect(equipmentField().value).toBe('');
    press('Save');
    expect(await screen.findByText('Equipment is required.')).toBeTruthy();
    put('Select Equipment', 'eq-2');
    press('Save');
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(sentBy(engine, 'updateModel')).toMatchObject({
      body: { name: 'AV-9', equipmentMakeId: 'mk-2', equipmentId: 'eq-2', revision: 'r1' },
    });
  });
});
