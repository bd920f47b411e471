// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RadioGroup } from '#ui/ui/radio-group.tsx';

type Status = 'Operational' | 'Not Working' | 'Needs Attention';
const options = (['Operational', 'Not Working', 'Needs Attention'] as const).map((value) => ({ value, label: value }));

function setup(unconfirmed: boolean) {
  const onChange = vi.fn<(status: Status) => void>();
  render(
    <RadioGroup<Status>
      label="Status of VENT-0012"
      options={options}
      value="Operational"
      unconfirmed={unconfirmed}
      onChange={onChange}
    />,
  );
  const radio = (name: Status) => screen.getByRole<HTMLInputElement>('radio', { name });
  return { onChange, radio, group: screen.getByRole('radiogroup', { name: 'Status of VENT-0012' }) };
}

afterEach(cleanup);

describe('the status of a device in a round', () => {
  it('is one group of radio buttons, so that arrow keys choose and Tab passes it in one step', () => {
    const { radio } = setup(false);
    const names = options.map((option) => radio(option.value).name);
    expect(new Set(names).size).toBe(1);
    expect(radio('Operational').checked).toBe(true);
  });

  it('changes by a tap on another status', () => {
    const { radio, onChange } = setup(true);
    fireEvent.click(radio('Not Working'));
    expect(onChange.mock.calls).toEqual([['Not Working']]);
  });

  it('says that a proposed status is not confirmed yet', () => {
    const { group } = setup(true);
    const note = document.getElementById(group.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toBe('Not confirmed yet');
  });

  it('is confirmed by a tap on the status already proposed', () => {
    const { radio, onChange } = setup(true);
    fireEvent.click(radio('Operational'));
    expect(onChange.mock.calls).toEqual([['Operational']]);
  });

  it.each([' ', 'Enter'])('is confirmed by the key "%s" on the status already proposed', (key) => {
    const { radio, onChange } = setup(true);
    fireEvent.keyDown(radio('Operational'), { key });
    expect(onChange.mock.calls).toEqual([['Operational']]);
  });

  it('is not confirmed twice, nor by tabbing through', () => {
    const { radio, onChange } = setup(false);
    fireEvent.click(radio('Operational'));
    fireEvent.keyDown(radio('Operational'), { key: ' ' });
    cleanup();
    const proposed = setup(true);
    fireEvent.focus(proposed.radio('Operational'));
    fireEvent.keyDown(proposed.radio('Operational'), { key: 'Tab' });
    expect(onChange).not.toHaveBeenCalled();
    expect(proposed.onChange).not.toHaveBeenCalled();
  });
});
