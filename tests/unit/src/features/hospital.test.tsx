// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { problem } from '#contract/errors.ts';
import { CallError } from '#sync/types.ts';
import { adminSession, createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { AdminDashboardScreen } from '#ui/features/admin-dashboard/admin-dashboard-screen.tsx';
import { HospitalCreateScreen, HospitalEditScreen } from '#ui/features/hospital/hospital-form-screen.tsx';
import { HospitalListScreen } from '#ui/features/hospital/hospital-list-screen.tsx';

afterEach(cleanup);

const hill = {
  id: 'h1',
  name: 'Hill Hospital',
  phone: '0471',
  address: '2 Fort Road',
  stateId: 'KL',
  cityId: 'KL-kochi',
  city: 'Kochi',
  state: 'Kerala',
  numberOfBME: 5,
  numberOfBeds: 80,
  storageMB: 5000,
  isActive: true,
  timeZone: 'Asia/Kolkata',
  email: 'office@hill.example',
  revision: 'r1',
};
const lake = { ...hill, id: 'h2', name: 'Lake Clinic', city: 'Pune', state: 'Maharashtra', numberOfBeds: 12 };
const figures = {
  id: 'h1',
  name: 'Hill Hospital',
  city: 'Kochi',
  state: 'Kerala',
  isActive: true,
  numberOfBMEAdded: 3,
  numberOfBMEAssigned: 5,
  installedDevices: 1240,
  openTickets: 2,
  storage: { usedMB: 12, quotaMB: 5000 },
  lastActivityAt: null,
};
const answers: FakeWorld['answers'] = {
  hospitals: () => [hill, lake],
  hospital: () => ({ ...hill, storage: { usedMB: 12, quotaMB: 5000 }, takesReports: false }),
  hospitalStates: () => [
    { stateId: 'KL', stateName: 'Kerala' },
    { stateId: 'MH', stateName: 'Maharashtra' },
  ],
  hospitalCities: (input) =>
    (input as { params: { stateId: string } }).params.stateId === 'KL'
      ? [{ cityId: 'KL-kochi', cityName: 'Kochi' }]
      : [{ cityId: 'MH-pune', cityName: 'Pune' }],
  updateHospital: () => hill,
};
const engineWith = (more: FakeWorld['answers'] = {}) =>
  createFakeEngine({
    session: { kind: 'signed-in', session: adminSession, offline: false },
    answers: { ...answers, ...more },
  });
const put = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('The Admin dashboard', () => {
  it('shows quota, devices, tickets and last activity of each hospital', async () => {
    drawScreen(<AdminDashboardScreen />, { engine: engineWith({ adminDashboard: () => [figures] }) });
    const row = within(await screen.findByRole('row', { name: 'Hill Hospital' }));
    for (const text of ['3 of 5', '1,240', '2', '12 of 5,000 MB used', 'None yet'])
      expect(row.getByText(text)).toBeTruthy();
    expect(row.getByRole('link', { name: 'Hill Hospital' }).getAttribute('href')).toBe('/admin/hospital/edit/h1');
  });

  it('shows an error when the figures cannot be loaded, and offers a retry', async () => {
    drawScreen(<AdminDashboardScreen />, { engine: engineWith() });
    expect(await screen.findByText('There is no connection to the server.', {}, { timeout: 3000 })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('The list of hospitals', () => {
  it.each(['lake', 'PUNE', 'maharashtra', '12'])('is searched in the browser: %s', async (words) => {
    const { engine } = drawScreen(<HospitalListScreen />, { engine: engineWith(), at: `/?search=${words}` });
    expect(await screen.findByText('Lake Clinic')).toBeTruthy();
    expect(screen.queryByText('Hill Hospital')).toBeNull();
    expect(engine.called.filter(({ name }) => name === 'hospitals')).toHaveLength(1);
  });

  it('shows offline what was last received, with its age', async () => {
    const engine = createFakeEngine({
      session: { kind: 'signed-in', session: adminSession, offline: false },
      seen: { hospitals: { answer: [hill], at: '2026-10-02T05:12:00Z' } },
    });
    drawScreen(<HospitalListScreen />, { engine });
    expect(await screen.findByText('Hill Hospital')).toBeTruthy();
    expect(screen.getByText(/^as of 2 Oct 2026, /)).toBeTruthy();
  });

  it('reloads after the toggle sends the opposite state, and shows a refusal', async () => {
    let isActive = true;
    const engine = engineWith({
      hospitals: () => [{ ...hill, isActive }],
      toggleHospital: (input) => {
        if (!isActive) throw new CallError('problem', 'Not now.');
        ({ isActive } = (input as { body: { isActive: boolean } }).body);
        return hill;
      },
    });
    drawScreen(<HospitalListScreen />, { engine });
    fireEvent.click(await screen.findByRole('button', { name: 'Active' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Inactive' }));
    expect(await screen.findByText('Failed to toggle status: Not now.')).toBeTruthy();
  });
});

describe('The hospital form', () => {
  it('lists the cities of a chosen state, and none after it is cleared', async () => {
    drawScreen(<HospitalCreateScreen />, { engine: engineWith() });
    await screen.findByRole('option', { name: 'Maharashtra' });
    put('State', 'MH');
    expect(await screen.findByRole('option', { name: 'Pune' })).toBeTruthy();
    expect(screen.queryByText('City is required.')).toBeNull();
    put('State', '');
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Pune' })).toBeNull());
  });

  it('enables its button only when all is valid', async () => {
    const engine = engineWith({ createHospital: () => hill });
    drawScreen(<HospitalCreateScreen />, { engine });
    await screen.findByRole('option', { name: 'Kerala' });
    const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create' });
    const texts = { Name: 'Hill', Phone: '1', Address: 'x', Email: 'a@b.example', Password: 'secret1' };
    for (const [label, value] of Object.entries(texts)) put(label, value);
    put('Number of BMEs', '');
    put('Number of Beds', '3');
    put('State', 'KL');
    await screen.findByRole('option', { name: 'Kochi' });
    put('City', 'KL-kochi');
    expect(create.disabled).toBe(true);
    put('Number of BMEs', '-1');
    fireEvent.blur(screen.getByLabelText('Number of BMEs'));
    expect(await screen.findByText('Number of BMEs must be a whole number of 0 or more.')).toBeTruthy();
    expect(create.disabled).toBe(true);
    put('Number of BMEs', '0');
    await waitFor(() => expect(create.disabled).toBe(false));
    fireEvent.click(create);
    expect(await screen.findByText('Hospital created successfully!')).toBeTruthy();
  });

  it('asks before creating a second hospital with the same name and town', async () => {
    const engine = engineWith({ createHospital: () => hill });
    drawScreen(<HospitalCreateScreen />, { engine });
    await screen.findByRole('option', { name: 'Kerala' });
    const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create' });
    const texts = { Name: ' hill  HOSPITAL', Phone: '1', Address: 'x', Email: 'a@b.example', Password: 'secret1' };
    for (const [label, value] of Object.entries(texts)) put(label, value);
    put('Number of BMEs', '1');
    put('Number of Beds', '3');
    put('State', 'KL');
    await screen.findByRole('option', { name: 'Kochi' });
    put('City', 'KL-kochi');
    expect(await screen.findByText('There is already a hospital “Hill Hospital” in Kochi.')).toBeTruthy();
    expect(create.disabled).toBe(true);
    fireEvent.click(screen.getByLabelText('This is another hospital'));
    await waitFor(() => expect(create.disabled).toBe(false));
    fireEvent.click(create);
    expect(await screen.findByText('Hospital created successfully!')).toBeTruthy();
  });

  it('says which list could not be loaded', async () => {
    const down = () => {
      throw new CallError('problem', 'down');
    };
    drawScreen(<HospitalCreateScreen />, { engine: engineWith({ hospitalStates: down }) });
    expect(await screen.findByText('Failed to load states.')).toBeTruthy();
  });

  it('keeps the city when editing until another state is chosen, and sends the revision', async () => {
    const { engine } = drawScreen(
      <Routes>
        <Route path="/admin/hospital/edit/:id" element={<HospitalEditScreen />} />
        <Route path="*" element={<p>The list</p>} />
      </Routes>,
      { engine: engineWith(), at: '/admin/hospital/edit/h1' },
    );
    await screen.findByRole('option', { name: 'Kochi' });
    expect(screen.getByLabelText<HTMLSelectElement>('City').value).toBe('KL-kochi');
    expect(screen.getByText('12 of 5,000 MB used')).toBeTruthy();
    put('Number of Beds', '90');
    put('Storage for Files (MB)', '6000');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    await waitFor(() => expect(save.disabled).toBe(false));
    fireEvent.click(save);
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateHospital')?.input).toMatchObject({
      body: { numberOfBeds: 90, storageMB: 6000, cityId: 'KL-kochi', revision: 'r1' },
    });
  });
});

describe('P365 reports from labels', () => {
  it('are switched on by the Admin, and the card shows it', async () => {
    let takesReports = false;
    const engine = engineWith({
      hospital: () => ({ ...hill, storage: { usedMB: 12, quotaMB: 5000 }, takesReports }),
      switchHospitalReports: () => {
        takesReports = true;
      },
    });
    const place = (
      <Routes>
        <Route path="/admin/hospital/edit/:id" element={<HospitalEditScreen />} />
      </Routes>
    );
    drawScreen(place, { at: '/admin/hospital/edit/h1', engine });
    const card = within(await screen.findByRole('region', { name: 'Fault reports from labels' }));
    expect(card.getByText(/^Off: /)).toBeTruthy();
    fireEvent.click(card.getByText('Switch on'));
    expect(await card.findByText(/^On: /)).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'switchHospitalReports')?.input).toMatchObject({
      params: { id: 'h1' },
      body: { isOn: true },
    });
  });
});

describe('The password of the office', () => {
  const place = (
    <Routes>
      <Route path="/admin/hospital/edit/:id" element={<HospitalEditScreen />} />
    </Routes>
  );
  const card = async () => within(await screen.findByRole('region', { name: 'Password of the office' }));

  it('is reset by the Admin, who sees whose it is, that it is a one-time password, and what ends', async () => {
    const engine = engineWith({ resetOfficePassword: () => undefined });
    drawScreen(place, { at: '/admin/hospital/edit/h1', engine });
    const office = await card();
    expect(office.getByText('office@hill.example')).toBeTruthy();
    expect(office.getByText(/A password that you set here is a one-time password/)).toBeTruthy();
    fireEvent.click(office.getByRole('button', { name: 'Reset password' }));
    expect(await office.findByText('Password is required.')).toBeTruthy();
    put('One-time password', 'first-day-7');
    fireEvent.click(office.getByRole('button', { name: 'Reset password' }));
    expect(await screen.findByText('Password reset. Please tell the office the one-time password.')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'resetOfficePassword')?.input).toMatchObject({
      params: { id: 'h1' },
      body: { password: 'first-day-7' },
    });
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('One-time password').value).toBe(''));
  });

  it("is refused with the server's message at its field", async () => {
    const sentence = 'This password is one of the most common ones. Please choose another.';
    const engine = engineWith({
      resetOfficePassword: () => {
        throw new CallError(
          'problem',
          sentence,
          problem('input.invalid', sentence, { errors: { password: [sentence] } }),
        );
      },
    });
    drawScreen(place, { at: '/admin/hospital/edit/h1', engine });
    const office = await card();
    put('One-time password', 'password1');
    fireEvent.click(office.getByRole('button', { name: 'Reset password' }));
    expect(await office.findByText(`Failed to reset the password: ${sentence}`)).toBeTruthy();
    expect(office.getByText(sentence)).toBeTruthy();
  });
});
