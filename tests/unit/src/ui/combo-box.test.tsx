// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ComboBox } from '#ui/ui/combo-box.tsx';
import type { ComboItem } from '#ui/ui/use-suggestions.ts';

const devices: readonly ComboItem[] = [
  { id: 'a', label: 'VENT-0012', detail: 'Ventilator' },
  { id: 'b', label: 'VENT-0013', detail: 'Ventilator' },
  { id: 'c', label: 'PUMP-0040', detail: 'Infusion Pump' },
];

interface SetupProps {
  onEnterText?: (text: string) => void;
  clearOnSelect?: boolean;
  onSearch?: (text: string) => void;
}

function setup(props: SetupProps = {}) {
  const chosen = vi.fn<(item: ComboItem | null) => void>();
  function Field() {
    const [selected, setSelected] = useState<ComboItem | null>(null);
    return (
      <ComboBox
        label="Serial Number"
        items={devices}
        selected={props.clearOnSelect ? null : selected}
        onSelect={(item) => {
          chosen(item);
          setSelected(item);
        }}
        {...props}
      />
    );
  }
  render(<Field />);
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Serial Number' });
  const type = (text: string) => fireEvent.change(input, { target: { value: text } });
  const press = (key: string) => fireEvent.keyDown(input, { key });
  const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
  const marked = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;
  return { input, type, press, options, marked, chosen };
}

afterEach(cleanup);

describe('a field with suggestions', () => {
  it('filters the suggestions by the typed text, in any case, in label or detail', () => {
    const { type, options, input } = setup();
    expect(input.getAttribute('aria-expanded')).toBe('false');
    type('infusion');
    expect(input.getAttribute('aria-expanded')).toBe('true');
    expect(options()).toEqual(['PUMP-0040Infusion Pump']);
  });

  it('keeps the focus in the field when its list is pressed anywhere', () => {
    const { type } = setup();
    type('nothing like this');
    expect(fireEvent.mouseDown(screen.getByText('No matches.', { selector: 'p' }))).toBe(false);
  });

  it('moves through the suggestions with the arrow keys, wrapping around, and accepts the marked one with Enter', () => {
    const { type, press, marked, chosen, input } = setup();
    type('vent');
    press('ArrowDown');
    press('ArrowDown');
    expect(marked()).toContain('VENT-0013');
    press('ArrowDown');
    expect(marked()).toContain('VENT-0012');
    press('Enter');
    expect(chosen).toHaveBeenCalledWith(devices[0]);
    expect(input.value).toBe('VENT-0012');
    expect(input.getAttribute('aria-expanded')).toBe('false');
  });

  it('accepts a suggestion by touch', () => {
    const { type, chosen } = setup();
    type('pump');
    fireEvent.click(screen.getByRole('option'));
    expect(chosen).toHaveBeenCalledWith(devices[2]);
  });

  it('reverts to the chosen device on Escape or when the field is left', () => {
    const { type, press, input, chosen } = setup();
    type('vent-0013');
    press('Enter');
    type('something else');
    press('Escape');
    expect(input.value).toBe('VENT-0013');
    type('again');
    fireEvent.blur(input);
    expect(input.value).toBe('VENT-0013');
    expect(chosen).toHaveBeenCalledTimes(1);
  });

  it('accepts a scanned serial that matches exactly one suggestion without arrow keys', () => {
    const { type, press, chosen } = setup();
    type('vent-0012');
    press('Enter');
    expect(chosen).toHaveBeenCalledWith(devices[0]);
  });

  it('passes on a scanned serial that matches no suggestion', () => {
    const onEnterText = vi.fn<(text: string) => void>();
    const { type, press, input } = setup({ onEnterText });
    type(' NEW-1 ');
    press('Enter');
    expect(onEnterText).toHaveBeenCalledWith('NEW-1');
    expect(input.getAttribute('aria-expanded')).toBe('false');
  });

  it('is empty again after each choice when several are added', () => {
    const { type, press, input, chosen } = setup({ clearOnSelect: true });
    type('vent-0012');
    press('Enter');
    expect(chosen).toHaveBeenCalledWith(devices[0]);
    expect(input.value).toBe('');
  });

  it('leaves filtering to a parent that searches', () => {
    const onSearch = vi.fn<(text: string) => void>();
    const { type, options } = setup({ onSearch });
    type('zzz');
    expect(onSearch).toHaveBeenCalledWith('zzz');
    expect(options()).toHaveLength(3);
  });

  it('says so when nothing matches', () => {
    const { type, options } = setup();
    type('zzz');
    expect(options()).toEqual([]);
    expect(screen.getAllByText('No matches.').length).toBeGreaterThan(0);
  });
});
