// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { problem } from '#contract/errors.ts';
import { CallError } from '#sync/types.ts';
import { WarrantyCreateScreen, WarrantyEditScreen } from '#ui/features/warranty/warranty-form-screen.tsx';
import { WarrantyListScreen } from '#ui/features/warranty/warranty-list-screen.tsx';
import { createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';

afterEach(cleanup);

const equipment = [
  { id: 'eq-1', name: 'Ventilator', makes: [{ id: 'mk-1', name: 'Aerolife' }] },
  { id: 'eq-2', name: 'Monitor', makes: [{ id: 'mk-2', name: 'Mindray' }] },
];
const suggestion = (serialNumber: string) => ({
  serialNumber,
  hospitalId: 'hospital-1',
  equipment: 'Ventilator',
  make: 'Aerolife',
  model: 'AV-9',
  installationBaseEntityId: `id-${serialNumber}`,
});
const record = {
  id: 'w-1',
  hospitalId: 'hospital-1',
  warrantyNumber: 'CMC-7',
  equipmentId: 'eq-1',
  makeId: 'mk-1',
  pmFrequency: 'quarterly',
  pmCount: 3,
  warrantyStartDate: '2026-01-31',
  warrantyEndDate: '2028-01-30',
  warrantyDurationInYear: 2,
  warrantyExtraMonths: 0,
  selectedSerials: [suggestion('VENT-0001'), suggestion('VENT-0002')],
  kind: 'Warranty',
  vendorId: null,
  vendorName: '',
  contactName: '',
  phone: '',
  terms: null,
  notes: '',
  revision: 'r-1',
};
const answers: FakeWorld['answers'] = {
  equipmentTypeDropdown: () => equipment,
  warrantySerialsOfMake: () => [suggestion('VENT-0001'), suggestion('VENT-0002')],
  warranty: () => record,
  contractDocuments: () => ({ documents: [] }),
  vendorPage: () => ({
    items: [{ id: 'v-1', name: 'Meditech', location: 'Pune', types: 'Vendor', contactPersonCount: 0 }],
    totalCount: 1,
    pageSize: 100,
    pageNumber: 1,
    totalPages: 1,
  }),
  saveWarranty: () => record,
  updateWarranty: () => record,
};
const engineWith = (more: FakeWorld['answers'] = {}) => createFakeEngine({ answers: { ...answers, ...more } });

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const put = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

async function fillForm() {
  await screen.findByRole('option', { name: 'Ventilator' });
  put('Warranty Number', 'CMC-7');
  put('Equipment', 'eq-1');
  put('Make', 'mk-1');
  put('PM Frequency', 'quarterly');
  put('PM Count', '3');
  put('Warranty Start Date', '2026-01-31');
  put(/^Warranty Duration/, '2');
}
async function addSerial(serial: string) {
  fireEvent.change(screen.getByRole('combobox', { name: 'Serial Number' }), { target: { value: 'vent' } });
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(serial) }));
}
const drawEdit = (engine = engineWith()) =>
  drawScreen(
    <Routes>
      <Route path="/warranty/edit/:id" element={<WarrantyEditScreen />} />
      <Route path="/warranty" element={<p>The list</p>} />
    </Routes>,
    { engine, at: '/warranty/edit/w-1' },
  );

describe('The warranty form', () => {
  it('saves complete input, confirms it and is empty again', async () => {
    const { engine } = drawScreen(<WarrantyCreateScreen />, { engine: engineWith() });
    await fillForm();
    expect(field('Warranty End Date').value).toBe('30/01/2028');
    expect(screen.getByText('3 PM tasks per device, the last on 31/10/2026.')).toBeTruthy();
    expect(save().disabled).toBe(true);
    await addSerial('VENT-0002');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect(await screen.findByText('Warranty Form saved successfully!')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'saveWarranty')?.input).toEqual({
      idempotencyKey: 'key-1',
      body: {
        warrantyNumber: 'CMC-7',
        equipmentId: 'eq-1',
        makeId: 'mk-1',
        pmFrequency: 'quarterly',
        pmCount: 3,
        warrantyStartDate: '2026-01-31',
        warrantyDurationInYear: 2,
        warrantyExtraMonths: 0,
        selectedSerials: [{ serialNumber: 'VENT-0002', installationBaseEntityId: 'id-VENT-0002' }],
        pastWork: 'today',
        lastPmDate: null,
        kind: 'Warranty',
        vendorId: '',
        contactName: '',
        phone: '',
        terms: null,
        notes: '',
      },
    });
    await waitFor(() => expect(field('Warranty Number').value).toBe(''));
    expect(screen.getByText('Selected Serial Numbers (0)')).toBeTruthy();
    expect([field('PM Count').value, field('Warranty End Date').value]).toEqual(['', '']);
  });

  it('may last months too: the end follows, and neither years nor months is no duration', async () => {
    const { engine } = drawScreen(<WarrantyCreateScreen />, { engine: engineWith() });
    await fillForm();
    await addSerial('VENT-0002');
    put(/^Warranty Duration/, '1');
    put('Extra Months', '6');
    expect(field('Warranty End Date').value).toBe('30/07/2027');
    await waitFor(() => expect(save().disabled).toBe(false));
    put(/^Warranty Duration/, '0');
    expect(field('Warranty End Date').value).toBe('30/07/2026');
    put('Extra Months', '0');
    expect(field('Warranty End Date').value).toBe('');
    await waitFor(() => expect(save().disabled).toBe(true));
    put('Extra Months', '18');
    expect(field('Warranty End Date').value).toBe('');
    put(/^Warranty Duration/, '1');
    put('Extra Months', '6');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect(await screen.findByText('Warranty Form saved successfully!')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'saveWarranty')?.input).toMatchObject({
      body: { warrantyDurationInYear: 1, warrantyExtraMonths: 6 },
    });
  });

  it.each(['', '0'])('says no months in one way: "%s" in their field', async (typed) => {
    const { engine } = drawEdit(engineWith({ warranty: () => ({ ...record, warrantyExtraMonths: 6 }) }));
    await screen.findByText('Selected Serial Numbers (2)');
    expect(field('Extra Months').value).toBe('6');
    put('Extra Months', typed);
    expect([field('Extra Months').value, field('Extra Months').placeholder]).toEqual(['', '0']);
    expect(field('Warranty End Date').value).toBe('30/01/2028');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateWarranty')?.input).toMatchObject({
      body: { warrantyExtraMonths: 0 },
    });
  });

  it('requires equipment and make before it searches, and 2 characters', async () => {
    const { engine } = drawScreen(<WarrantyCreateScreen />, { engine: engineWith() });
    await screen.findByRole('option', { name: 'Ventilator' });
    const search = screen.getByRole('combobox', { name: 'Serial Number' });
    fireEvent.change(search, { target: { value: 'vent' } });
    const sentence = 'Please select Equipment and Make before searching for a Serial Number.';
    expect(screen.getAllByText(sentence).length).toBeGreaterThan(0);
    put('Equipment', 'eq-1');
    put('Make', 'mk-1');
    fireEvent.change(search, { target: { value: 'v' } });
    expect(screen.getAllByText('Type at least 2 characters.').length).toBeGreaterThan(0);
    fireEvent.change(search, { target: { value: 've' } });
    await screen.findByRole('option', { name: /VENT-0001/ });
    expect(
      engine.called.filter(({ name }) => name === 'warrantySerialsOfMake').map(({ input }) => input),
    ).toMatchObject([{ params: { name: 've', equipmentId: 'eq-1', makeId: 'mk-1' } }]);
  });

  it('says when the serial numbers cannot be fetched', async () => {
    const engine = engineWith({
      warrantySerialsOfMake: () => {
        throw new CallError('problem', 'down');
      },
    });
    drawScreen(<WarrantyCreateScreen />, { engine });
    await fillForm();
    fireEvent.change(screen.getByRole('combobox', { name: 'Serial Number' }), { target: { value: 'vent' } });
    expect(await screen.findByText('An error occurred while fetching serial numbers. Please try again.')).toBeTruthy();
  });

  it('clears make and serials when another equipment is chosen', async () => {
    drawEdit();
    await screen.findByText('Selected Serial Numbers (2)');
    await screen.findByRole('option', { name: 'Monitor' });
    put('Equipment', 'eq-2');
    expect(await screen.findByText('Selected Serial Numbers (0)')).toBeTruthy();
    expect(field('Make').value).toBe('');
    expect(screen.getByRole('option', { name: 'Mindray' })).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'Aerolife' })).toBeNull();
    await waitFor(() => expect(save().disabled).toBe(true));
  });

  it('P122 keeps the serials of a contract when another equipment is chosen, to add more', async () => {
    const asked: unknown[] = [];
    drawEdit(
      engineWith({
        warranty: () => ({ ...record, kind: 'CMC' }),
        warrantySerialsOfMake: (input) => {
          asked.push(input);
          return [{ ...suggestion('MON-0001'), equipment: 'Monitor', make: 'Mindray' }];
        },
      }),
    );
    await screen.findByText('Selected Serial Numbers (2)');
    await screen.findByRole('option', { name: 'Monitor' });
    expect(screen.getByText(/^A contract may cover several equipment types and makes/)).toBeTruthy();
    put('Equipment', 'eq-2');
    put('Make', 'mk-2');
    await addSerial('MON-0001');
    expect(await screen.findByText('Selected Serial Numbers (3)')).toBeTruthy();
    expect(asked).toMatchObject([{ params: { equipmentId: 'eq-2', makeId: 'mk-2' } }]);
  });

  it('P143 shows by when notice must be given', async () => {
    drawEdit(engineWith({ warranty: () => ({ ...record, kind: 'AMC', terms: { ...blankTerms(), noticeDays: 60 } }) }));
    expect(await screen.findByText('Give notice by 01/12/2027.')).toBeTruthy();
    put('Notice (days)', '30');
    expect(screen.getByText('Give notice by 31/12/2027.')).toBeTruthy();
    put('Notice (days)', '');
    expect(screen.getByText('Before the end.')).toBeTruthy();
  });

  it('changes a warranty and returns to the list', async () => {
    const { engine } = drawEdit();
    await screen.findByText('Selected Serial Numbers (2)');
    put(/^Warranty Duration/, '3');
    expect(field('Warranty End Date').value).toBe('30/01/2029');
    fireEvent.click(screen.getByRole('button', { name: 'Remove VENT-0001' }));
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateWarranty')?.input).toMatchObject({
      params: { id: 'w-1' },
      body: { warrantyDurationInYear: 3, selectedSerials: [{ serialNumber: 'VENT-0002' }] },
    });
  });

  it('shows a refusal at its field and keeps what was typed', async () => {
    const sentence = 'A warranty with this number already exists.';
    const engine = engineWith({
      updateWarranty: () => {
        throw new CallError(
          'problem',
          sentence,
          problem('record.duplicate', sentence, { errors: { warrantyNumber: [sentence] } }),
        );
      },
    });
    drawEdit(engine);
    await screen.findByText('Selected Serial Numbers (2)');
    put('Warranty Number', 'AMC-1');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect(await screen.findByText(`Error saving warranty form. ${sentence}`)).toBeTruthy();
    expect(screen.getByText(sentence).id).toBe(field('Warranty Number').getAttribute('aria-describedby'));
    expect(field('Warranty Number').value).toBe('AMC-1');
  });
});

describe('The terms of a contract', () => {
  it('are not requested for a plain warranty', async () => {
    drawEdit();
    await screen.findByText('Selected Serial Numbers (2)');
    expect(screen.queryByLabelText('Response (hours)')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Vendor and Terms' }));
    expect(screen.queryByLabelText('Response (hours)')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Add Terms' }));
    expect(await screen.findByLabelText('Response (hours)')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove Terms' }));
    expect(screen.queryByLabelText('Response (hours)')).toBeNull();
  });

  const undo = () => screen.getByRole('button', { name: /^Undo/ });
  const typeTerms = async (engine = engineWith()) => {
    drawEdit(engine);
    await screen.findByText('Selected Serial Numbers (2)');
    fireEvent.click(screen.getByRole('button', { name: 'Vendor and Terms' }));
    fireEvent.click(screen.getByRole('button', { name: 'Add Terms' }));
    put('Repair (days)', '2');
    fireEvent.click(screen.getByRole('button', { name: 'Add Clause' }));
    put(/^Step 1: rate/, '0.5');
    fireEvent.click(screen.getByRole('button', { name: 'Remove Terms' }));
    expect(screen.queryByLabelText('Repair (days)')).toBeNull();
    expect(screen.getByText('The terms are removed when you save.')).toBeTruthy();
    return engine;
  };

  it('are restored completely by Undo, which takes the focus and returns it', async () => {
    const engine = await typeTerms();
    expect(document.activeElement).toBe(undo());
    expect(screen.queryByRole('button', { name: 'Add Terms' })).toBeNull();
    fireEvent.click(undo());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Terms' }));
    expect([field('Repair (days)').value, field(/^Step 1: rate/).value]).toEqual(['2', '0.5']);
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateWarranty')?.input).toMatchObject({
      body: { terms: { repairDays: 2, penalties: [{ steps: [{ from: 0, rate: 0.5 }] }] } },
    });
  });

  it('are restored by another kind that requires them', async () => {
    await typeTerms();
    put('Kind', 'AMC');
    expect(field('Repair (days)').value).toBe('2');
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  it('are kept in the draft after they were removed, and deleted by the save', async () => {
    const engine = await typeTerms();
    cleanup();
    drawEdit(engine);
    expect(await screen.findByText('Your earlier input has been restored.')).toBeTruthy();
    fireEvent.click(undo());
    expect(field('Repair (days)').value).toBe('2');
    fireEvent.click(screen.getByRole('button', { name: 'Remove Terms' }));
    put('Warranty Number', 'W-8');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect(await screen.findByText('The list')).toBeTruthy();
    const sent = engine.called.find(({ name }) => name === 'updateWarranty')?.input;
    expect(sent).toMatchObject({ body: { terms: null } });
    expect(JSON.stringify(sent)).not.toContain('removedTerms');
  });

  it('are requested for another kind, with a penalty clause, and show errors at the field', async () => {
    const { engine } = drawEdit();
    await screen.findByText('Selected Serial Numbers (2)');
    put('Kind', 'CMC');
    await screen.findByRole('option', { name: 'Meditech' });
    put('Vendor', 'v-1');
    put('Phone', '+91 20 5550 123');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Parts' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Labour' }));
    put('Repair (days)', '2');
    put('Hours of the contract', 'set');
    put('To', '');
    fireEvent.blur(field('To'));
    expect(await screen.findByText('Please enter a time such as 09:00.')).toBeTruthy();
    await waitFor(() => expect(save().disabled).toBe(true));
    const link = screen.getByRole('link', { name: /^To/ });
    fireEvent.click(link);
    expect(document.activeElement).toBe(field('To'));
    put('To', '18:00');
    expect(screen.getByText('Until 18:00.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Add Clause' }));
    put(/^Step 1: rate/, '0.5');
    fireEvent.click(screen.getByRole('button', { name: 'Add step to clause 1' }));
    put(/^Step 2: from/, '0');
    put(/^Step 2: rate/, '1');
    fireEvent.blur(field(/^Step 2: from/));
    expect(await screen.findByText('Each step must begin later than the one before.')).toBeTruthy();
    put(/^Step 2: from/, '7');
    put('At most', '10');
    await waitFor(() => expect(save().disabled).toBe(false));
    expect(
      screen.getByText(
        'Repair late, % of the yearly price for each day: 0.5 from 0 days late, 1 from 7 days late, at most 10',
      ),
    ).toBeTruthy();
    fireEvent.click(save());
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateWarranty')?.input).toMatchObject({
      body: {
        kind: 'CMC',
        vendorId: 'v-1',
        phone: '+91 20 5550 123',
        terms: {
          covers: ['labour', 'parts'],
          repairDays: 2,
          responseHours: null,
          window: { hours: 'set', workDays: [1, 2, 3, 4, 5, 6], hoursFrom: '09:00', hoursTo: '18:00' },
          penalties: [
            {
              measure: 'repair',
              basis: 'day',
              unit: 'percent of contract',
              steps: [
                { from: 0, rate: 0.5 },
                { from: 7, rate: 1 },
              ],
              doublesAfterDays: null,
              cap: 10,
            },
          ],
        },
      },
    });
  });
});

describe('Support hours of a contract', () => {
  it('may continue past midnight, and say so', async () => {
    const { engine } = drawEdit();
    await screen.findByText('Selected Serial Numbers (2)');
    put('Kind', 'CMC');
    put('Hours of the contract', 'set');
    put('From', '20:00');
    put('To', '02:00');
    fireEvent.blur(field('To'));
    expect(screen.getByText('Until 02:00 the next day.').id).toBe(field('To').getAttribute('aria-describedby'));
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(engine.called.find(({ name }) => name === 'updateWarranty')?.input).toMatchObject({
      body: { terms: { window: { hours: 'set', hoursFrom: '20:00', hoursTo: '02:00' } } },
    });
  });
});

describe('The list of warranties', () => {
  const row = {
    id: 'w-1',
    warrantyNumber: 'CMC-7',
    equipmentName: 'Ventilator',
    makeName: 'Aerolife',
    numberOfEquipments: 2,
    serialNumbers: ['VENT-0001', 'VENT-0002'],
    warrantyStart: '2026-01-31',
    warrantyEnd: '2028-01-30',
    kind: 'Warranty',
    vendorName: '',
  };
  const listEngine = () => {
    let items = [row];
    return engineWith({
      warrantyPage: () => ({ items, totalCount: items.length, pageSize: 10, pageNumber: 1, totalPages: 1 }),
      deleteWarranty: () => {
        items = [];
        return undefined;
      },
      restoreWarranty: () => {
        items = [row];
        return record;
      },
    });
  };

  it('lists the serial numbers of a warranty on request', async () => {
    drawScreen(<WarrantyListScreen />, { engine: listEngine() });
    fireEvent.click(await screen.findByRole('button', { name: 'Serial numbers of CMC-7' }));
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(row.serialNumbers);
  });

  it('asks, deletes and restores by Undo', async () => {
    drawScreen(<WarrantyListScreen />, { engine: listEngine() });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete CMC-7' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Are you sure you want to delete this warranty?')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No warranties found.')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
    expect(await screen.findByRole('button', { name: 'Delete CMC-7' })).toBeTruthy();
  });

  it('shows the documented message when it cannot be loaded', async () => {
    const engine = engineWith({
      warrantyPage: () => {
        throw new CallError('problem', '');
      },
    });
    drawScreen(<WarrantyListScreen />, { engine });
    expect(await screen.findByText('Error loading data. Please try again later.')).toBeTruthy();
  });
});

describe('A contract that somebody else has changed', () => {
  const terms = { ...blankTerms(), repairDays: 1, uptimePercent: 95, noticeDays: 30 };
  const contract = { ...record, kind: 'AMC', terms };
  const conflictWith = (current: unknown) => () => {
    throw new CallError('problem', '', problem('record.conflict', undefined, { context: { current } }));
  };

  it('keeps each term that only one side changed, and lists those of the other', async () => {
    const theirs = { ...contract, terms: { ...terms, repairDays: 3, uptimePer: 'quarter' as const }, revision: 'r-2' };
    const first = conflictWith(theirs);
    let tries = 0;
    const engine = engineWith({
      warranty: () => contract,
      updateWarranty: () => {
        tries += 1;
        return tries === 1 ? first() : theirs;
      },
    });
    drawEdit(engine);
    await screen.findByLabelText('Notice (days)');
    put('Notice (days)', '60');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect(
      await screen.findByText(
        'Warranty Form saved successfully! Repair (days), changed to 3 meanwhile, was kept. Uptime counts for, changed to Quarter meanwhile, was kept.',
      ),
    ).toBeTruthy();
    const bodies = engine.called.filter(({ name }) => name === 'updateWarranty').map(({ input }) => input);
    expect(bodies.at(-1)).toMatchObject({
      body: { revision: 'r-2', terms: { repairDays: 3, uptimePer: 'quarter', noticeDays: 60, uptimePercent: 95 } },
    });
  });

  it('asks about each term that both changed', async () => {
    const theirs = { ...contract, terms: { ...terms, noticeDays: 45, uptimePer: 'quarter' as const }, revision: 'r-2' };
    const engine = engineWith({ warranty: () => contract, updateWarranty: conflictWith(theirs) });
    drawEdit(engine);
    await screen.findByLabelText('Notice (days)');
    put('Notice (days)', '60');
    put('Uptime (%)', '97');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    const notice = await screen.findByRole('group', { name: 'Notice (days)' });
    expect(notice.textContent).toBe('Notice (days)Was: 30Theirs: 45Mine: 60');
    // With another period the percentage means something else, so both are asked about together.
    expect(screen.getByRole('group', { name: 'Uptime (%)' }).textContent).toContain('Theirs: 95Mine: 97');
    expect(screen.getByRole('group', { name: 'Uptime counts for' }).textContent).toContain(
      'Was: YearTheirs: QuarterMine: Year',
    );
  });
});
