// @vitest-environment happy-dom
import { problem as problemOf } from '#contract/errors.ts';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { adminSession, createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { CallError } from '#ui/engine/engine.ts';
import { ImportsScreen } from '#ui/features/import/imports-screen.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const layout = {
  sheets: [{ name: 'Register', rows: [{ row: 1, headers: ['S/N', 'EQUIPO', 'SERIE'] }] }],
  fields: [
    { field: 'serialNumber', label: 'Serial number', required: true },
    { field: 'departmentName', label: 'Department', required: false },
  ],
};

const report = (more: object = {}) => ({
  message: 'Import completed: 3 devices added.',
  result: {
    SuccessCount: 3,
    FailedCount: 0,
    Errors: [],
    FailedRows: [],
    Importance: [],
    Notes: [],
    SheetName: 'Register',
    HeaderRow: 1,
    Guesses: [],
    OtherSheets: [],
    Columns: [{ field: 'serialNumber', label: 'Serial number', header: 'S/N' }],
    Layout: layout,
    CheckOnly: false,
    ...more,
  },
});

async function open(answers: FakeWorld['answers']) {
  const engine = createFakeEngine({
    session: { kind: 'signed-in', session: adminSession, offline: false },
    answers: { hospitals: () => [{ id: 'h1', name: 'Hill Hospital', city: 'Ooty', isActive: false }], ...answers },
  });
  drawScreen(<ImportsScreen />, { engine });
  await screen.findByRole('option', { name: 'Hill Hospital · Ooty (inactive)' });
  fireEvent.change(screen.getByLabelText('Hospital'), { target: { value: 'h1' } });
  fireEvent.change(screen.getByLabelText('Excel file', { selector: 'input' }), {
    target: { files: [new File(['PK'], 'register.xlsx')] },
  });
  return engine;
}
const upload = () => fireEvent.click(screen.getByRole('button', { name: 'Upload' }));

describe('the import screen', () => {
  it('lists the values that were left out', async () => {
    const Notes = ['Row 2: Importance "Very" was not understood and left empty.'];
    await open({ importEquipment: () => report({ Notes }) });
    upload();
    const card = await screen.findByRole('region', { name: 'Notes (1)' });
    expect(card.textContent).toContain(Notes[0]);
    expect(card.textContent).toContain('were added. Please compare');
    expect(screen.queryByRole('region', { name: /^Errors/ })).toBeNull();
  });

  it('shows what was guessed and which sheets were not read, and imports the chosen sheet', async () => {
    const Guesses = ['The column "Serial No." only counts the rows: serial numbers were read from "S/N".'];
    const OtherSheets = [{ name: 'OCM', rows: 3 }];
    const engine = await open({ importEquipment: () => report({ Guesses, OtherSheets, CheckOnly: true }) });
    fireEvent.click(screen.getByRole('button', { name: 'Check file' }));
    await screen.findByText(Guesses[0]!);
    await screen.findByText(/“OCM” \(3 rows\)\. Choose a sheet above/);
    fireEvent.change(screen.getByLabelText('Sheet'), { target: { value: 'OCM' } });
    upload();
    await screen.findByText(Guesses[0]!);
    expect(screen.getByLabelText('Sheet')).toHaveProperty('value', 'OCM');
    const sent = engine.called.filter(({ name }) => name === 'importEquipment').map(({ input }) => input);
    expect(sent).toMatchObject([{ body: { SheetName: '' } }, { body: { SheetName: 'OCM' } }]);
  });

  it('asks which equipment is critical if the sheet does not say, and imports with the answer', async () => {
    const Importance = [
      { name: 'Ventilator', devices: 2, proposed: 'Critical' },
      { name: 'Centrifuge', devices: 1, proposed: 'Non-Critical' },
    ];
    const engine = await open({
      importEquipment: (input) => {
        const asks = (input as { body: { AskImportance: boolean } }).body.AskImportance;
        return report({ CheckOnly: asks, Importance });
      },
    });
    upload();
    const card = within(await screen.findByRole('region', { name: 'Which equipment is critical?' }));
    expect(card.getByLabelText('Ventilator · 2 devices')).toHaveProperty('checked', true);
    const centrifuge = card.getByLabelText('Centrifuge · 1 device');
    expect(centrifuge).toHaveProperty('checked', false);
    fireEvent.click(centrifuge);
    fireEvent.click(card.getByRole('button', { name: 'Import with these choices' }));
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: /critical/ })).toBeNull());
    const sent = engine.called.filter(({ name }) => name === 'importEquipment').map(({ input }) => input);
    expect(sent).toMatchObject([
      { body: { CheckOnly: false, AskImportance: true, Importance: '{}' } },
      { body: { CheckOnly: false, AskImportance: false, Importance: '{"Centrifuge":"Critical"}' } },
    ]);
  });

  it('lets failed rows be corrected and imported', async () => {
    const failed = (row: number, ...errors: string[]) => ({ row, errors, cells: { departmentName: 'ICU' } });
    const FailedRows = [
      failed(3, 'Serial number is required.', 'Warranty "3" differs.'),
      failed(7, 'Serial number is already on row 2 of this file.'),
    ];
    const engine = await open({
      importEquipment: () => report({ FailedCount: 2, FailedRows, Errors: ['Row 3: x', 'Row 7: y'] }),
      correctImportRows: () =>
        report({
          SuccessCount: 1,
          FailedCount: 1,
          FailedRows: [failed(7, 'Serial number is already in this hospital.')],
        }),
    });
    upload();
    await screen.findByRole('region', { name: '2 rows need attention' });
    fireEvent.click(screen.getByRole('button', { name: '2 rows need attention' }));
    expect(document.activeElement?.textContent).toContain('Row 3: Serial number is required.');
    expect(screen.getByRole('link', { name: 'Make round templates' }).getAttribute('href')).toBe(
      '/admin/hospital/first-hour/h1',
    );
    const send = () => screen.getByRole('button', { name: /^Import .* corrected rows?$/ });
    expect(send()).toHaveProperty('disabled', true);
    const correct = (row: number, serial: string) => {
      fireEvent.click(screen.getByRole('button', { name: `Correct row ${row}` }));
      const dialog = within(screen.getByRole('dialog', { name: `Correct row ${row}` }));
      if (row === 3) {
        dialog.getByText('Serial number is required.');
        dialog.getByText('Warranty "3" differs.');
      }
      fireEvent.change(dialog.getByLabelText(/^Serial number/), { target: { value: serial } });
      fireEvent.click(dialog.getByRole('button', { name: 'Keep corrections' }));
    };
    correct(3, 'A3');
    correct(7, 'A2');
    fireEvent.click(screen.getByRole('button', { name: 'Import 2 corrected rows' }));
    const left = await screen.findByRole('region', { name: '1 row needs attention' });
    expect(left.textContent).toContain('Row 7: Serial number is already in this hospital.');
    expect(left.textContent).not.toContain('Corrected');
    const sent = engine.called.find(({ name }) => name === 'correctImportRows')?.input;
    expect(sent).toMatchObject({
      params: { hospitalId: 'h1' },
      body: {
        includePast: false,
        rows: [
          { row: 3, cells: { serialNumber: 'A3', departmentName: 'ICU' } },
          { row: 7, cells: { serialNumber: 'A2', departmentName: 'ICU' } },
        ],
      },
    });
    screen.getByText('4');
  });

  it('asks for the columns of an unknown sheet, and checks the file with the answer', async () => {
    const problem = {
      ...problemOf('import.refused', 'The column Serial Number is missing.'),
      context: { columns: [], layout },
    };
    let refuse = true;
    const chosen: unknown[] = [];
    const engine = await open({
      importEquipment: () => {
        if (refuse) throw new CallError('problem', problem.message, problem);
        return report({ CheckOnly: true });
      },
      chooseImportColumns: (input) => {
        chosen.push(input);
        refuse = false;
        return { columns: 1 };
      },
    });
    upload();
    fireEvent.click(await screen.findByRole('button', { name: 'Choose columns' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Choose columns' }));
    const save = dialog.getByRole('button', { name: 'Save and check file' });
    expect(save).toHaveProperty('disabled', true);
    fireEvent.change(dialog.getByLabelText(/^Serial number/), { target: { value: 'SERIE' } });
    fireEvent.click(save);
    await screen.findByText('Import completed: 3 devices added.');
    expect(chosen).toMatchObject([
      { params: { hospitalId: 'h1' }, body: { columns: [{ field: 'serialNumber', header: 'SERIE' }] } },
    ]);
    const sent = engine.called.filter(({ name }) => name === 'importEquipment').map(({ input }) => input);
    expect(sent).toMatchObject([{ body: { CheckOnly: false } }, { body: { CheckOnly: true, SheetName: 'Register' } }]);

    // A header assigned to the wrong column is no longer used once another one is chosen.
    fireEvent.click(screen.getByRole('button', { name: 'Choose columns' }));
    const again = within(screen.getByRole('dialog', { name: 'Choose columns' }));
    expect(again.getByLabelText(/^Serial number/)).toHaveProperty('value', 'S/N');
    fireEvent.change(again.getByLabelText(/^Serial number/), { target: { value: 'EQUIPO' } });
    fireEvent.click(again.getByRole('button', { name: 'Save and check file' }));
    await vi.waitFor(() =>
      expect(chosen[1]).toMatchObject({
        body: {
          columns: [
            { field: 'serialNumber', header: 'EQUIPO' },
            { field: '', header: 'S/N' },
          ],
        },
      }),
    );
  });

  it('shows how many devices are imported while the server adds them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let resolve: (answer: unknown) => void = () => undefined;
    const promise = new Promise<unknown>((done) => {
      resolve = done;
    });
    const engine = await open({
      importEquipment: () => promise,
      importProgress: () => ({ phase: 'writing', done: 4000, total: 20_000 }),
    });
    upload();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    screen.getByText('4,000 of 20,000 devices · 20 %');
    const asked = engine.called.find(({ name }) => name === 'importProgress')?.input;
    const sent = engine.called.find(({ name }) => name === 'importEquipment')?.input as { idempotencyKey: string };
    expect(asked).toEqual({ params: { key: sent.idempotencyKey } });
    resolve(report());
    await screen.findByText('Import completed: 3 devices added.');
    const before = engine.called.length;
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(engine.called.length).toBe(before);
  });
});
