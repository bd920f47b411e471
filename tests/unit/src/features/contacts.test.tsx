// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { problem } from '#contract/errors.ts';
import { CallError } from '#sync/types.ts';
import {
  ContactPersonCreateScreen,
  ContactPersonEditScreen,
} from '#ui/features/contact-person/contact-person-form-screen.tsx';
import { ContactPersonListScreen } from '#ui/features/contact-person/contact-person-list-screen.tsx';
import { DepartmentCreateScreen, DepartmentEditScreen } from '#ui/features/department/department-form-screen.tsx';
import { DepartmentListScreen } from '#ui/features/department/department-list-screen.tsx';
import { VendorCreateScreen, VendorEditScreen } from '#ui/features/vendor/vendor-form-screen.tsx';
import { VendorListScreen } from '#ui/features/vendor/vendor-list-screen.tsx';
import { ContactPersonCreateDialog } from '#ui/records/contact-person-form.tsx';
import { VendorCreateDialog } from '#ui/records/vendor-form.tsx';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';

afterEach(cleanup);

const vendor = { id: 'v1', name: 'Meditek', location: 'Pune', types: 'Vendor,Manufacturer', revision: 'r1' };
const person = {
  id: 'p1',
  name: 'Ravi Shah',
  phone: '98200',
  designation: 'Manager',
  vendorId: 'v1',
  vendor: 'Meditek',
  revision: 'r1',
};
const department = { id: 'd1', name: 'ICU', location: 'Floor 2', revision: 'r1' };

const pageOf = (items: readonly object[], totalPages = 1) => ({
  items,
  totalCount: items.length,
  pageSize: 10,
  pageNumber: 1,
  totalPages,
});
const vendorRow = { ...vendor, types: 'Manufacturer, Vendor', contactPersonCount: 2 };
const vendorPage = () => pageOf([vendorRow]);
const refused = (text: string) => () => {
  const refusal = problem('record.duplicate', text);
  throw new CallError('problem', text, refusal);
};

const headers = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('the lists', () => {
  it('vendors: columns, search, documented links', async () => {
    drawScreen(<VendorListScreen />, { engine: createFakeEngine({ answers: { vendorPage } }) });
    expect(await screen.findByText('Manufacturer, Vendor')).toBeTruthy();
    expect(headers()).toEqual(['Name', 'Location', 'Types', 'Contacts', 'Actions']);
    expect(screen.getByRole('heading', { name: 'Vendor List' })).toBeTruthy();
    expect(screen.getByPlaceholderText('Search by name or location')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit Meditek' }).getAttribute('href')).toBe('/vendor/edit/v1');
    expect(screen.getByRole('link', { name: 'Add' }).getAttribute('href')).toBe('/vendor/create');
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  });

  it('contact persons: columns, search, the plural edit link', async () => {
    const engine = createFakeEngine({ answers: { contactPersonPage: () => pageOf([person]) } });
    drawScreen(<ContactPersonListScreen />, { engine });
    expect((await screen.findByRole('link', { name: '98200' })).getAttribute('href')).toBe('tel:98200');
    expect(headers()).toEqual(['#', 'Name', 'Phone', 'Designation', 'Vendor', 'Actions']);
    expect(screen.getByPlaceholderText('Search by name, phone, or email')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit Ravi Shah' }).getAttribute('href')).toBe('/contact-persons/edit/p1');
    expect(screen.getByRole('link', { name: 'Add' }).getAttribute('href')).toBe('/contact-person/add');
  });

  it('departments: columns, search, nothing hidden is rendered', async () => {
    const engine = createFakeEngine({ answers: { departmentPage: () => pageOf([department]) } });
    drawScreen(<DepartmentListScreen />, { engine });
    expect(await screen.findByText('Floor 2')).toBeTruthy();
    expect(headers()).toEqual(['Name', 'Location', 'Actions']);
    expect(screen.getByPlaceholderText('Search by name or location...')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit ICU' }).getAttribute('href')).toBe('/department/edit/d1');
    expect(screen.queryByText(/Import|Download/)).toBeNull();
  });

  it('say when they are empty', async () => {
    const none = () => pageOf([], 0);
    const engine = createFakeEngine({ answers: { vendorPage: none, contactPersonPage: none, departmentPage: none } });
    drawScreen(<VendorListScreen />, { engine });
    drawScreen(<ContactPersonListScreen />, { engine });
    drawScreen(<DepartmentListScreen />, { engine });
    for (const text of ['No vendors found.', 'No contact persons found.', 'No departments found.'])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('show the server’s reason in a red box', async () => {
    const engine = createFakeEngine({ answers: { vendorPage: refused('The server is on fire.') } });
    drawScreen(<VendorListScreen />, { engine });
    expect((await screen.findByRole('alert')).textContent).toContain('The server is on fire.');
  });

  it('show offline what this tablet last received', async () => {
    const seen = { vendorPage: { answer: vendorPage(), at: '2026-11-03T05:12:00Z' } };
    drawScreen(<VendorListScreen />, { engine: createFakeEngine({ seen }) });
    expect(await screen.findByText('Meditek')).toBeTruthy();
    expect(screen.getByText('as of 3 Nov 2026, 10:42')).toBeTruthy();
    const notice = 'No connection to the server. This is the list as this tablet last saw it.';
    expect(await screen.findByText(notice, {}, { timeout: 4000 })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a vendor', () => {
  it('is created with the types ticked in the drop-down', async () => {
    const engine = createFakeEngine({ answers: { createVendor: () => vendor } });
    drawScreen(<VendorCreateScreen />, { engine });
    const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create' });
    expect(screen.getByText('Select the vendor type')).toBeTruthy();
    type('Name', 'Meditek');
    type('Location', 'Pune');
    await waitFor(() => expect(create.disabled).toBe(true));
    press('Types');
    fireEvent.click(screen.getByLabelText('Service Provider'));
    fireEvent.click(screen.getByLabelText('Manufacturer'));
    expect(screen.getByText('Manufacturer, Service Provider')).toBeTruthy();
    await waitFor(() => expect(create.disabled).toBe(false));
    fireEvent.click(create);
    expect(await screen.findByText('Vendor "Meditek" created successfully!')).toBeTruthy();
    expect(engine.called.at(-1)?.input).toMatchObject({
      body: { name: 'Meditek', location: 'Pune', types: 'Manufacturer, Service Provider' },
    });
  });

  it('requires its type if the drop-down is left empty', async () => {
    drawScreen(<VendorCreateScreen />);
    const button = screen.getByRole('button', { name: 'Types' });
    fireEvent.click(button);
    fireEvent.keyDown(screen.getByLabelText('Vendor'), { key: 'Escape' });
    fireEvent.blur(button);
    expect(await screen.findByText('Type is required.')).toBeTruthy();
  });

  it('lists everything missing on Enter, although its button is disabled', async () => {
    drawScreen(<VendorCreateScreen />);
    fireEvent.keyDown(field('Name'), { key: 'Enter' });
    for (const text of ['Name is required.', 'Location is required.', 'Type is required.'])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('is loaded, shown with its types and saved with its revision', async () => {
    const engine = createFakeEngine({ answers: { vendor: () => vendor, updateVendor: () => vendor } });
    drawScreen(
      <Routes>
        <Route path="/vendor/edit/:id" element={<VendorEditScreen />} />
        <Route path="/vendor" element={<p>The list</p>} />
      </Routes>,
      { engine, at: '/vendor/edit/v1' },
    );
    expect(screen.getByText('Loading vendor data...')).toBeTruthy();
    expect(await screen.findByText('Manufacturer, Vendor')).toBeTruthy();
    type('Location', 'Nashik');
    press('Save');
    expect(await screen.findByText('Vendor "Meditek" updated successfully!')).toBeTruthy();
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateVendor')?.input).toMatchObject({
      params: { id: 'v1' },
      body: { location: 'Nashik', types: 'Manufacturer, Vendor', revision: 'r1' },
    });
  });

  it('says why it could not be loaded or saved', async () => {
    const engine = createFakeEngine({
      answers: { vendor: refused('Gone.'), createVendor: refused('Already exists.') },
    });
    const edit = drawScreen(<VendorEditScreen />, { engine });
    expect(await screen.findByText('Failed to load vendor details. Please try again.')).toBeTruthy();
    edit.unmount();
    drawScreen(<VendorCreateDialog onCreated={() => undefined} onClose={() => undefined} />, { engine });
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Meditek' } });
    fireEvent.change(dialog.getByLabelText('Location'), { target: { value: 'Pune' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Types' }));
    fireEvent.click(dialog.getByLabelText('Vendor'));
    const create = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create' });
    await waitFor(() => expect(create.disabled).toBe(false));
    fireEvent.click(create);
    expect(await screen.findByText('Error creating vendor.')).toBeTruthy();
    expect(screen.getByText('Already exists.')).toBeTruthy();
  });
});

describe('a contact person', () => {
  it('starts with a disabled vendor choice and names what is missing', async () => {
    drawScreen(<ContactPersonCreateScreen />, { engine: createFakeEngine({ answers: { vendorPage } }) });
    const first = await screen.findByRole<HTMLOptionElement>('option', { name: '-- Select Vendor --' });
    expect(first.disabled).toBe(true);
    press('Create');
    for (const text of [
      'Please fill in all required fields.',
      'Name is required.',
      'Phone is required.',
      'Vendor is required.',
      'Designation is required.',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('suggests designations and accepts any text', async () => {
    const engine = createFakeEngine({ answers: { vendorPage, createContactPerson: () => person } });
    drawScreen(<ContactPersonCreateScreen />, { engine });
    await screen.findByRole('option', { name: 'Meditek' });
    const list = document.getElementById(field('Designation').getAttribute('list') ?? '');
    const texts = [...(list?.querySelectorAll('option') ?? [])].map((option) => option.textContent);
    expect(texts).toEqual(['Manager', 'Sales Representative', 'Technician', 'Other']);
    type('Name', 'Ravi Shah');
    type('Phone', '98200');
    type('Vendor', 'v1');
    type('Designation', 'Night desk');
    press('Create');
    expect(await screen.findByText('Contact person "Ravi Shah" created successfully!')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'createContactPerson')?.input).toMatchObject({
      body: { vendorId: 'v1', designation: 'Night desk' },
    });
  });

  it('says that the vendors could not be loaded', async () => {
    drawScreen(<ContactPersonCreateScreen />, {
      engine: createFakeEngine({ answers: { vendorPage: refused('Down.') } }),
    });
    expect(await screen.findByText('Could not load vendor list.')).toBeTruthy();
  });

  it('is created for the vendor of the form below', async () => {
    const engine = createFakeEngine({ answers: { vendorPage: () => pageOf([]), createContactPerson: () => person } });
    drawScreen(<ContactPersonCreateDialog vendor={vendor} onCreated={() => undefined} onClose={() => undefined} />, {
      engine,
    });
    expect(field('Vendor').value).toBe('v1');
  });

  it('is edited, and a vendor missing from the list stays chosen', async () => {
    const engine = createFakeEngine({
      answers: { contactPerson: () => person, vendorPage: () => pageOf([]), updateContactPerson: () => person },
    });
    drawScreen(<ContactPersonEditScreen />, { engine });
    await waitFor(() => expect(field('Vendor').value).toBe('v1'));
    type('Phone', '98201');
    press('Save');
    expect(await screen.findByText('Contact person "Ravi Shah" updated successfully!')).toBeTruthy();
  });
});

describe('a department', () => {
  it('is created and edited with the documented texts', async () => {
    const engine = createFakeEngine({
      answers: { createDepartment: () => department, department: () => department, updateDepartment: () => department },
    });
    const create = drawScreen(<DepartmentCreateScreen />, { engine });
    press('Create');
    for (const text of ['Please fill in all required fields.', 'Name is required.', 'Location is required.'])
      expect(await screen.findByText(text)).toBeTruthy();
    create.unmount();
    drawScreen(<DepartmentEditScreen />, { engine });
    await waitFor(() => expect(field('Name').value).toBe('ICU'));
    type('Name', 'ICU East');
    press('Save');
    expect(await screen.findByText('Department "ICU" updated successfully!')).toBeTruthy();
    const updated = engine.called.find(({ name }) => name === 'updateDepartment');
    expect(updated?.input).toMatchObject({ body: { name: 'ICU East', revision: 'r1' } });
  });

  it('says why it could not be loaded', async () => {
    drawScreen(<DepartmentEditScreen />, { engine: createFakeEngine({ answers: { department: refused('Gone.') } }) });
    expect(await screen.findByText('Failed to load department details.')).toBeTruthy();
  });
});
