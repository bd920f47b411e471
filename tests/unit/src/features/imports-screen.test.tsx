// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { adminSession, createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { ImportsScreen } from '#ui/features/import/imports-screen.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const report = (more: object = {}) => ({
  message: 'Import completed: 3 devices added.',
  result: {
    SuccessCount: 3,
    FailedCount: 0,
    Errors: [],
    Notes: [],
    SheetName: 'Register',
    HeaderRow: 1,
    Guesses: [],
    OtherSheets: [],
    Columns: [{ field: 'serialNumber', header: 'S/N' }],
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
  it('names the values that were left out', async () => {
    const Notes = ['Row 2: Importance "Very" was not understood and left empty.'];
    await open({ importEquipment: () => report({ Notes }) });
    upload();
    const card = await screen.findByRole('region', { name: 'Notes (1)' });
    expect(card.textContent).toContain(Notes[0]);
    expect(card.textContent).toContain('were added. Please compare');
    expect(screen.queryByRole('region', { name: /^Errors/ })).toBeNull();
  });

  it('says what was guessed and which sheets were not read, and imports the sheet that is chosen', async () => {
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

  it('shows how many devices are there while the server adds them', async () => {
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
