// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScanQuestionDialog } from '#ui/scanner/scan-question-dialog.tsx';
import { useScanInput } from '#ui/scanner/use-scan-input.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord } from '#tests/support/ward-records.ts';
import { pressKeys, scanByWedge } from '#tests/support/wedge-scan.ts';

const taken: string[] = [];
const devices = [
  deviceRecord({ id: 'device-1', serialNumber: '4711' }),
  deviceRecord({ id: 'device-2', serialNumber: 'AB-4711' }),
  deviceRecord({ id: 'device-3', serialNumber: 'ZEN-1' }),
];

function Screen() {
  const [note, setNote] = useState('abc def');
  const [state, setState] = useState('a');
  useScanInput(
    ({ raw }) => {
      taken.push(raw);
      return null;
    },
    { wedge: true },
  );
  return (
    <>
      <ScanQuestionDialog />
      <textarea aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <input aria-label="Price" type="number" defaultValue="12" />
      <select aria-label="State" value={state} onChange={(event) => setState(event.target.value)}>
        <option value="a">a</option>
        <option value="b">b</option>
      </select>
    </>
  );
}

const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
const question = () => screen.queryByRole('dialog', { name: 'What is on the label?' });
const answer = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const scan = (...args: Parameters<typeof scanByWedge>) => act(async () => scanByWedge(...args));

beforeEach(() => {
  taken.length = 0;
  drawScreen(<Screen />, { engine: createFakeEngine({ records: { device: devices } }) });
});
afterEach(cleanup);

describe('A scan while a field has the focus', () => {
  it('leaves a note unchanged, with the caret in its middle', async () => {
    note().focus();
    note().setSelectionRange(3, 3);
    await scan('4711');
    expect(taken).toEqual(['4711']);
    expect(note().value).toBe('abc def');
    expect([note().selectionStart, note().selectionEnd]).toEqual([3, 3]);
  });

  it('restores selected text that the scan overwrote', async () => {
    note().focus();
    note().setSelectionRange(0, 7);
    await scan('AB-4711', { end: 'Tab' });
    expect(taken).toEqual(['AB-4711']);
    expect(note().value).toBe('abc def');
    expect([note().selectionStart, note().selectionEnd]).toEqual([0, 7]);
  });

  it('keeps text typed by hand before it', async () => {
    note().focus();
    note().setSelectionRange(7, 7);
    act(() => pressKeys([...' loud'].map((key) => ({ key, gapMs: 150 }))));
    await scan('4711');
    expect(taken).toEqual(['4711']);
    expect(note().value).toBe('abc def loud');
  });

  it('keeps the choice of a list', async () => {
    const state = screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' });
    state.focus();
    await act(async () => {
      pressKeys([{ key: 'b', gapMs: 9_000 }]);
      fireEvent.change(state, { target: { value: 'b' } });
      pressKeys([...'-4711'].map((key) => ({ key })));
      pressKeys([{ key: 'Enter' }]);
    });
    expect(taken).toEqual(['b-4711']);
    expect(state.value).toBe('a');
  });
});

describe('A scan with a gap', () => {
  it('of 60 ms opens the device of the whole label', async () => {
    await scan('AB-4711', { gaps: { 3: 60 } });
    expect(taken).toEqual(['AB-4711']);
  });

  it('of 400 ms is asked about, and the answer is used', async () => {
    await scan('AB-4711', { gaps: { 3: 400 } });
    expect(taken).toEqual([]);
    expect(within(question()!).getAllByRole('listitem')).toHaveLength(2);
    await answer('AB-4711');
    expect(taken).toEqual(['AB-4711']);
    expect(question()).toBeNull();
  });

  it('is removed completely from the note by the answer', async () => {
    note().focus();
    note().setSelectionRange(3, 3);
    await scan('AB-4711', { gaps: { 3: 400 } });
    expect(note().value).toBe('abcAB- def');
    await answer('AB-4711');
    expect(note().value).toBe('abc def');
  });

  it('is replaced by the next scan', async () => {
    await scan('AB-4711', { gaps: { 3: 400 } });
    await scan('ZEN-1');
    expect(taken).toEqual(['ZEN-1']);
    expect(question()).toBeNull();
  });

  it('is dropped if no reading is right', async () => {
    await scan('AB-4711', { gaps: { 3: 400 } });
    await answer('None of these');
    expect(taken).toEqual([]);
    expect(question()).toBeNull();
  });
});

describe('A scanner set to a US keyboard on a German tablet', () => {
  const send = (keys: readonly [key: string, code: string, shiftKey?: boolean][]) =>
    act(async () =>
      pressKeys([
        ...keys.map(([key, code, shiftKey = false], at) => ({
          key,
          code,
          shiftKey,
          ...(at === 0 && { gapMs: 9_000 }),
        })),
        { key: 'Enter', code: 'Enter' },
      ]),
    );

  it('is asked about, with instructions to set it', async () => {
    await send([
      ['A', 'KeyA', true],
      ['B', 'KeyB', true],
      ['ß', 'Minus'],
      ['4', 'Digit4'],
      ['7', 'Digit7'],
    ]);
    expect(question()?.textContent).toContain('keyboard language of this tablet');
    await answer('AB-47');
    expect(taken).toEqual(['AB-47']);
  });

  it('is asked about only if the other reading is a device', async () => {
    await send([
      ['Y', 'KeyZ', true],
      ['E', 'KeyE', true],
      ['N', 'KeyN', true],
      ['ß', 'Minus'],
      ['1', 'Digit1'],
    ]);
    await answer('ZEN-1');
    expect(taken).toEqual(['ZEN-1']);
  });
});
