// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { MultiSelect } from '#ui/ui/multi-select.tsx';

afterEach(cleanup);

const options = ['Manufacturer', 'Vendor', 'Service Provider'].map((value) => ({ value, label: value }));

function Types({ error }: { error?: string }) {
  const [value, setValue] = useState<readonly string[]>([]);
  return (
    <main tabIndex={-1}>
      <MultiSelect
        label="Types"
        placeholder="Select the vendor type"
        options={options}
        value={value}
        onChange={setValue}
        error={error}
        required
      />
      <button type="button">Elsewhere</button>
    </main>
  );
}

const button = () => screen.getByRole('button', { name: 'Types' });
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const isOpen = () => screen.queryByRole('group') !== null;

describe('a drop-down of tick boxes', () => {
  it('shows ticked items in list order, joined by commas', () => {
    render(<Types />);
    expect(button().textContent).toBe('Select the vendor type');
    fireEvent.click(button());
    fireEvent.click(box('Service Provider'));
    fireEvent.click(box('Manufacturer'));
    expect(button().textContent).toBe('Manufacturer, Service Provider');
    fireEvent.click(box('Service Provider'));
    expect(button().textContent).toBe('Manufacturer');
    expect(isOpen()).toBe(true);
  });

  it('opens with the arrow key on its first box, and arrows wrap around', () => {
    render(<Types />);
    fireEvent.keyDown(button(), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(box('Manufacturer'));
    fireEvent.keyDown(box('Manufacturer'), { key: 'ArrowUp' });
    expect(document.activeElement).toBe(box('Service Provider'));
    fireEvent.keyDown(box('Service Provider'), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(box('Manufacturer'));
  });

  it.each(['Escape', 'Enter'])('closes on %s and returns the focus', (key) => {
    render(<Types />);
    fireEvent.click(button());
    expect(button().getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(box('Vendor'), { key });
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(button());
  });

  it('closes when a press outside is released there, or when the focus moves on', () => {
    render(<Types />);
    fireEvent.click(button());
    fireEvent.pointerDown(document.body);
    expect(isOpen()).toBe(true);
    fireEvent.pointerUp(box('Vendor'));
    expect(isOpen()).toBe(true);
    fireEvent.pointerDown(document.body);
    fireEvent.pointerUp(document.body);
    expect(isOpen()).toBe(false);
    fireEvent.click(button());
    fireEvent.blur(box('Vendor'), { relatedTarget: screen.getByRole('button', { name: 'Elsewhere' }) });
    expect(isOpen()).toBe(false);
  });

  it('stays open while the focus moves inside', () => {
    render(<Types />);
    fireEvent.click(button());
    fireEvent.blur(box('Vendor'), { relatedTarget: box('Manufacturer') });
    expect(isOpen()).toBe(true);
  });

  it('stays open when a press on a label moves the focus to a container', () => {
    render(<Types />);
    fireEvent.click(button());
    fireEvent.blur(box('Vendor'), { relatedTarget: screen.getByRole('main') });
    fireEvent.click(screen.getByText('Vendor', { selector: 'span' }));
    expect(button().textContent).toBe('Vendor');
    expect(isOpen()).toBe(true);
  });

  it('accepts the focus of a press beside its boxes, and arrows continue from there', () => {
    render(<Types />);
    fireEvent.click(button());
    const list = screen.getByRole('group');
    list.focus();
    expect(document.activeElement).toBe(list);
    fireEvent.keyDown(list, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(box('Service Provider'));
  });

  it('announces its value and its error', () => {
    render(<Types error="Type is required." />);
    const described = button().getAttribute('aria-describedby')?.split(' ') ?? [];
    const texts = described.map((id) => document.getElementById(id)?.textContent);
    expect(texts).toEqual(['Select the vendor type', 'Required.', 'Type is required.']);
    expect(button().getAttribute('aria-invalid')).toBe('true');
  });
});
