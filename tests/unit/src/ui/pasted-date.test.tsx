// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { FormText } from '#ui/fields/form-text.tsx';
import { TextField } from '#ui/ui/text-field.tsx';

afterEach(cleanup);

const paste = (field: HTMLElement, text: string) => fireEvent.paste(field, { clipboardData: { getData: () => text } });

function FilterField() {
  const [on, setOn] = useState('');
  return (
    <>
      <TextField label="From" type="date" value={on} onChange={(event) => setOn(event.target.value)} />
      <output>{on}</output>
    </>
  );
}

function FormOfDay() {
  const form = useForm({ defaultValues: { on: '' } });
  return (
    <FormProvider {...form}>
      <FormText<{ on: string }> name="on" label="From" type="date" />
      <output>{useWatch({ control: form.control, name: 'on' })}</output>
    </FormProvider>
  );
}

it.each([
  ['a filter', FilterField],
  ['a form', FormOfDay],
])('P264: a date pasted into %s becomes its value; an ambiguous one changes nothing', async (_where, Field) => {
  render(<Field />);
  const field = screen.getByLabelText('From');
  paste(field, '15 Mar, 2019');
  expect(await screen.findByText('2019-03-15')).toBeDefined();
  paste(field, '03/04/2026');
  expect(await screen.findByText(/could mean 3 Apr 2026 or 4 Mar 2026/)).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('2019-03-15');
  paste(field, '16/03/2019');
  expect(await screen.findByText('2019-03-16')).toBeDefined();
  expect(screen.queryByText(/could mean/)).toBeNull();
});

it('P264: accepts what Firefox pastes into the page while a date has the focus, and nothing afterwards', async () => {
  render(<FilterField />);
  const field = screen.getByLabelText('From');
  fireEvent.focus(field);
  paste(document.body, '15 Mar, 2019');
  expect(await screen.findByText('2019-03-15')).toBeDefined();
  fireEvent.blur(field);
  expect(fireEvent.paste(document.body, { clipboardData: { getData: () => '16 Mar, 2019' } })).toBe(true);
});
