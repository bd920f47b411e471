// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problem } from '#contract/errors.ts';
import type { DeviceChoices, DeviceEntry } from '#contract/calls/device/device.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { CallError } from '#sync/types.ts';
import { DeviceCreateScreen, DeviceEditScreen } from '#ui/features/device/register/device-form-screen.tsx';
import { DeviceListScreen } from '#ui/features/device/register/device-list-screen.tsx';
import { keepFocus } from '#ui/ui/kept-focus.ts';
import { createFakeEngine, type FakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord } from '#tests/support/ward-records.ts';

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const choices: DeviceChoices = {
  departments: [{ id: 'dp-1', name: 'ICU' }],
  vendors: [{ id: 'vn-1', name: 'Meditech' }],
  equipmentModels: [
    {
      id: 'md-1',
      name: 'AV-9',
      equipmentId: 'eq-1',
      equipmentName: 'Ventilator',
      equipmentMakeId: 'mk-1',
      equipmentMake: 'Aerolife',
    },
    {
      id: 'md-2',
      name: 'PM-4',
      equipmentId: 'eq-2',
      equipmentName: 'Patient Monitor',
      equipmentMakeId: 'mk-2',
      equipmentMake: 'Mindray',
    },
  ],
  contactPersons: [{ id: 'cp-1', name: 'C. Iyer', vendorId: 'vn-1', vendor: 'Meditech' }],
};
const record: DeviceEntry = {
  id: 'in-1',
  hospitalId: 'hospital-1',
  serialNumber: 'VENT-0012',
  modelId: 'md-1',
  equipmentId: 'eq-1',
  equipmentName: 'Ventilator',
  makeId: 'mk-1',
  makeName: 'Aerolife',
  vendorId: 'vn-1',
  serviceContactId: 'cp-1',
  salesContactId: null,
  price: 100,
  purchaseDate: '2026-01-10',
  installationDate: '2026-02-01',
  departmentId: 'dp-1',
  location: 'Bed 4',
  calibrationRequired: true,
  calibrationFrequency: 'yearly',
  calibrationCount: 2,
  revision: 'r1',
};
const engineWith = (answers: FakeWorld['answers'] = {}) =>
  createFakeEngine({
    records: { device: [deviceRecord()] },
    answers: {
      deviceDropdown: () => choices,
      installation: () => record,
      createDevices: () => ({ ids: ['in-2', 'in-3'] }),
      updateDevice: () => record,
      ...answers,
    },
  });
const draw = (at: string, engine: FakeEngine) =>
  drawScreen(
    <Routes>
      <Route path="/installation-base/create" element={<DeviceCreateScreen />} />
      <Route path="/installation-base/edit/:id" element={<DeviceEditScreen />} />
      <Route path="/installation-base" element={<p>The list</p>} />
    </Routes>,
    { at, engine },
  );
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const put = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create Installations' });
const sent = (engine: FakeEngine, name: string) => engine.called.filter((call) => call.name === name);

async function chooseModel(name: string) {
  const model = await screen.findByRole('combobox', { name: 'Model' });
  fireEvent.change(model, { target: { value: name } });
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
}
function addSerial(serial: string) {
  put('Serial Number', serial);
  press('Add');
}
async function openForm(engine = engineWith()) {
  draw('/installation-base/create', engine);
  await screen.findByRole('option', { name: 'Meditech' });
  return engine;
}
async function fillForm() {
  await chooseModel('AV-9');
  put('Supplier (Vendor)', 'vn-1');
  put('Price', '1250.5');
  put('Purchase Date', '2026-06-20');
  put('Installation Date', '2026-07-02');
  put('Department', 'dp-1');
}

describe('Add New Equipment', () => {
  it('opens with a price of 0.01 and today for both dates, and cannot be sent yet', async () => {
    await openForm();
    const today = hospitalDay(new Date(), 'Asia/Kolkata');
    expect([field('Price').value, field('Purchase Date').value, field('Installation Date').value]).toEqual([
      '0.01',
      today,
      today,
    ]);
    expect(create().disabled).toBe(true);
  });

  it('submitted empty with Enter, focuses the first invalid field: the model', async () => {
    await openForm();
    fireEvent.keyDown(field('Location'), { key: 'Enter' });
    const model = await screen.findByRole('combobox', { name: 'Model' });
    await waitFor(() => expect(document.activeElement).toBe(model));
    await chooseModel('AV-9');
    fireEvent.keyDown(field('Location'), { key: 'Enter' });
    await waitFor(() => expect(document.activeElement).toBe(field('Supplier (Vendor)')));
  });

  it('fills equipment and make from the model; clearing the model clears them and the vendor', async () => {
    await openForm();
    await chooseModel('PM-4');
    expect([field('Equipment').value, field('Make').value]).toEqual(['Patient Monitor', 'Mindray']);
    expect([field('Equipment').readOnly, field('Make').readOnly]).toEqual([true, true]);
    put('Supplier (Vendor)', 'vn-1');
    press('Clear');
    expect([field('Equipment').value, field('Make').value, field('Supplier (Vendor)').value]).toEqual(['', '', '']);
  });

  it('sends one record per serial number and opens the list', async () => {
    const engine = await openForm();
    await fillForm();
    expect(create().disabled).toBe(true);
    addSerial('NEW-1');
    addSerial(' NEW-2 ');
    await waitFor(() => expect(create().disabled).toBe(false));
    fireEvent.click(create());
    await screen.findByText('The list');
    expect(screen.getByText('2 installations created.')).toBeTruthy();
    const [call] = sent(engine, 'createDevices');
    expect(call?.input).toMatchObject({
      body: [
        { serialNumber: 'NEW-1', modelId: 'md-1', vendorId: 'vn-1', price: 1250.5, departmentId: 'dp-1' },
        { serialNumber: 'NEW-2', installationDate: '2026-07-02', calibrationRequired: false },
      ],
    });
    expect(JSON.stringify(call?.input)).not.toContain('serialNumbers');
  });

  it('accepts a serial number that is neither empty nor listed already, in any case', async () => {
    await openForm();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true);
    put('Serial Number', '   ');
    fireEvent.keyDown(field('Serial Number'), { key: 'Enter' });
    expect(screen.getByText('No serial number added.')).toBeTruthy();
    addSerial('NEW-1');
    addSerial('new-1');
    expect(screen.getByText('new-1 is already listed.')).toBeTruthy();
    expect(screen.getByText('Serial Numbers (1)')).toBeTruthy();
    press('Remove NEW-1');
    expect(screen.getByText('Serial Numbers (0)')).toBeTruthy();
  });

  it('keeps the focus near a removed serial number', async () => {
    const stop = keepFocus();
    await openForm();
    for (const serial of ['NEW-1', 'NEW-2']) addSerial(serial);
    const remove = (serial: string) => screen.getByRole('button', { name: `Remove ${serial}` });
    remove('NEW-1').focus();
    press('Remove NEW-1');
    await waitFor(() => expect(document.activeElement).toBe(remove('NEW-2')));
    remove('NEW-2').focus();
    press('Remove NEW-2');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Scan'));
    stop();
  });

  it('reads a scanned label into its field without submitting, and says which serial already exists', async () => {
    const engine = await openForm();
    put('Serial Number', 'https://ward.example/equipmentdetails/VENT-0012');
    expect(fireEvent.keyDown(field('Serial Number'), { key: 'Enter' })).toBe(false);
    const listed = screen.getByRole('region', { name: 'Serial numbers to install' });
    expect(within(listed).getByText('VENT-0012')).toBeTruthy();
    expect(within(listed).getByText('Already exists in this hospital.')).toBeTruthy();
    expect(sent(engine, 'createDevices')).toEqual([]);
  });

  it('accepts calibration frequency and count once calibration is ticked, and clears them when it is unticked', async () => {
    const engine = await openForm();
    const state = () => [field('Calibration Frequency').disabled, field('Calibration Count').disabled];
    expect(state()).toEqual([true, true]);
    fireEvent.click(field('Calibration Required'));
    expect(state()).toEqual([false, false]);
    await fillForm();
    addSerial('NEW-1');
    expect(create().disabled).toBe(true);
    put('Calibration Frequency', 'monthly');
    put('Calibration Count', '3');
    expect(screen.getByText('The last of 3 on 02/10/2026.')).toBeTruthy();
    await waitFor(() => expect(create().disabled).toBe(false));
    fireEvent.click(field('Calibration Required'));
    expect(state()).toEqual([true, true]);
    expect([field('Calibration Frequency').value, field('Calibration Count').value]).toEqual(['', '0']);
    await waitFor(() => expect(create().disabled).toBe(false));
    fireEvent.click(create());
    await screen.findByText('The list');
    expect(sent(engine, 'createDevices')[0]?.input).toMatchObject({
      body: [{ calibrationRequired: false, calibrationFrequency: '', calibrationCount: 0 }],
    });
  });

  it('marks the serial numbers that already exist, and keeps everything typed', async () => {
    const errors = { '1.serialNumber': ['The serial number MON-1 already exists.'] };
    const refused = problem('record.duplicate', 'The serial number MON-1 already exists.', { errors });
    const engine = engineWith({
      createDevices: () => {
        throw new CallError('problem', refused.message, refused);
      },
    });
    await openForm(engine);
    await fillForm();
    addSerial('NEW-1');
    addSerial('MON-1');
    await waitFor(() => expect(create().disabled).toBe(false));
    fireEvent.click(create());
    const banner = await screen.findByRole('alert');
    expect(banner.textContent).toContain('Error submitting installation data.');
    await waitFor(() => expect(field('Serial Number').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Serial Numbers (2)')).toBeTruthy();
    expect(field('Price').value).toBe('1250.5');
    press('Remove MON-1');
    await waitFor(() => expect(field('Serial Number').getAttribute('aria-invalid')).toBeNull());
    expect(create().disabled).toBe(false);
  });

  it('says when the lists cannot be loaded, and loads them again', async () => {
    let isDown = true;
    const engine = engineWith({
      deviceDropdown: () => {
        if (isDown) throw new CallError('problem', 'The server is busy.');
        return choices;
      },
    });
    draw('/installation-base/create', engine);
    expect((await screen.findByRole('alert')).textContent).toContain('Error fetching dropdown data.');
    isDown = false;
    press('Try again');
    expect(await screen.findByRole('option', { name: 'Meditech' })).toBeTruthy();
  });

  it('creates a department in a dialog and selects it', async () => {
    await openForm(
      engineWith({ createDepartment: () => ({ id: 'dp-9', name: 'Ward 9', location: 'East', revision: 'r' }) }),
    );
    press('New department');
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Ward 9' } });
    fireEvent.change(within(dialog).getByLabelText('Location'), { target: { value: 'East' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(field('Department').value).toBe('dp-9'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('creates a model in a dialog and selects it, with its equipment and make', async () => {
    await openForm(
      engineWith({
        modelMakes: () => [{ id: 'mk-1', name: 'Aerolife' }],
        modelEquipmentsByMake: () => [{ id: 'eq-1', name: 'Ventilator' }],
        createModel: () => ({
          id: 'md-9',
          name: 'AV-10',
          equipmentMakeId: 'mk-1',
          equipmentMakeName: 'Aerolife',
          equipmentId: 'eq-1',
          equipmentName: 'Ventilator',
          hospitalId: 'hospital-1',
          revision: 'r',
        }),
      }),
    );
    press('New model');
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'AV-10' } });
    await within(dialog).findByRole('option', { name: 'Aerolife' });
    fireEvent.change(within(dialog).getByLabelText('Select Make'), { target: { value: 'mk-1' } });
    await within(dialog).findByRole('option', { name: 'Ventilator' });
    fireEvent.change(within(dialog).getByLabelText('Select Equipment'), { target: { value: 'eq-1' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
    await waitFor(() => expect([field('Equipment').value, field('Make').value]).toEqual(['Ventilator', 'Aerolife']));
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Model' }).value).toBe('AV-10');
  });

  it('accepts a pasted list of serial numbers, each once, and leaves a single one in the field', async () => {
    await openForm();
    const paste = (text: string) => fireEvent.paste(field('Serial Number'), { clipboardData: { getData: () => text } });
    expect(paste('NEW-1')).toBe(true);
    expect(screen.getByText('Serial Numbers (0)')).toBeTruthy();
    addSerial('NEW-1');
    expect(paste(`NEW-2\r\nnew-1\r\nNEW-3\t NEW-4 \r\n\r\n${'9'.repeat(256)}\r\n`)).toBe(false);
    expect(screen.getByText('Serial Numbers (4)')).toBeTruthy();
    for (const serial of ['NEW-1', 'NEW-2', 'NEW-3', 'NEW-4'])
      expect(screen.getByRole('button', { name: `Remove ${serial}` })).toBeTruthy();
    const words = '3 serial numbers added. 1 is listed already. 1 is longer than 255 characters.';
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('asks for confirmation of a device installed before its purchase', async () => {
    await openForm();
    put('Purchase Date', '2026-06-20');
    put('Installation Date', '2026-06-19');
    expect(screen.getByText('Before the purchase date. Please check both.')).toBeTruthy();
  });
});

describe('The edit of a device', () => {
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  const open = async (engine = engineWith()) => {
    draw('/installation-base/edit/in-1', engine);
    await screen.findByRole('option', { name: 'Meditech' });
    return engine;
  };

  it('opens with the record, even if its model is no longer listed, and sends its revision', async () => {
    const engine = await open(engineWith({ deviceDropdown: () => ({ ...choices, equipmentModels: [] }) }));
    expect([field('Serial Number').value, field('Equipment').value, field('Make').value]).toEqual([
      'VENT-0012',
      'Ventilator',
      'Aerolife',
    ]);
    put('Price', '120');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    await screen.findByText('The list');
    expect(sent(engine, 'updateDevice')[0]?.input).toMatchObject({
      params: { id: 'in-1' },
      body: { modelId: 'md-1', price: 120, revision: 'r1' },
    });
  });

  it('leaves fields empty that an import left empty', async () => {
    await open(
      engineWith({
        installation: () => ({ ...record, vendorId: null, price: null, departmentId: null, purchaseDate: null }),
      }),
    );
    expect([field('Price').value, field('Department').value, field('Purchase Date').value]).toEqual(['', '', '']);
    expect(save().disabled).toBe(true);
  });

  it('is not submitted by the Enter of a scanner', async () => {
    const engine = await open();
    expect(fireEvent.keyDown(field('Serial Number'), { key: 'Enter' })).toBe(false);
    expect(sent(engine, 'updateDevice')).toEqual([]);
  });

  it('asks about conflicting fields by name, and takes over the others', async () => {
    const theirs = { ...record, departmentId: 'dp-2', price: 130000, revision: 'r2' };
    let tries = 0;
    const engine = await open(
      engineWith({
        deviceDropdown: () => ({
          ...choices,
          departments: [...choices.departments, { id: 'dp-2', name: 'Theatre' }],
        }),
        updateDevice: () => {
          tries += 1;
          if (tries > 1) return theirs;
          throw new CallError('problem', '', problem('record.conflict', undefined, { context: { current: theirs } }));
        },
      }),
    );
    put('Price', '1200.5');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(alert.textContent).toContain('Department, changed to Theatre meanwhile, is kept.'));
    expect(alert.textContent).toContain('Theirs: 1,30,000');
    fireEvent.click(within(alert).getByLabelText('Mine: 1,200.50'));
    press('Save both changes');
    await screen.findByText('The list');
    expect(sent(engine, 'updateDevice')[1]?.input).toMatchObject({
      body: { price: 1200.5, departmentId: 'dp-2', revision: 'r2' },
    });
  });
});

describe('The list of installations', () => {
  it('asks before deleting, and offers Undo', async () => {
    const device = deviceRecord();
    const engine = engineWith({ deleteDevice: () => undefined, restoreDevice: () => record });
    drawScreen(<DeviceListScreen />, { at: '/installation-base', engine });
    fireEvent.click(await screen.findByRole('button', { name: `Delete ${device.serialNumber}` }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Are you sure you want to delete this installation?')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await within(dialog).findByText('Please choose why the device is removed.');
    expect(sent(engine, 'deleteDevice')).toEqual([]);
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Condemned' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    fireEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
    await screen.findByText(`${device.serialNumber} restored.`);
    const params = { id: device.id };
    expect(sent(engine, 'deleteDevice')[0]?.input).toMatchObject({ params, query: { reason: 'condemned' } });
    expect(sent(engine, 'restoreDevice')[0]?.input).toMatchObject({ params });
  });

  it('links to the form for new devices and to the edit form of each', async () => {
    const device = deviceRecord();
    drawScreen(<DeviceListScreen />, { at: '/installation-base', engine: engineWith() });
    const edit = await screen.findByRole('link', { name: `Edit ${device.serialNumber}` });
    expect(edit.getAttribute('href')).toBe(`/installation-base/edit/${device.id}`);
    expect(screen.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/installation-base/create');
  });
});
