// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { money, wholeNumber } from '#contract/fields.ts';
import { money as moneyKind, whole } from '#contract/rules/read-number.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { FormNumber } from '#ui/fields/form-number.tsx';
import { RecordForm } from '#ui/forms/record-form.tsx';

afterEach(cleanup);

const schema = z.object({
  price: money('Price', 'Price must be a number of 0 or more.'),
  count: wholeNumber('Count must be a whole number of 0 or more.', 0, 100_000),
});

function draw(values: { price: number | string | null; count: number | string | null } = { price: null, count: 1 }) {
  const onSubmit = vi.fn(async (body: z.output<typeof schema>) => Promise.resolve(body));
  drawScreen(
    <RecordForm schema={schema} defaults={values as z.input<typeof schema>} draftKey="numbers" onSubmit={onSubmit}>
      <FormNumber name="price" kind={moneyKind} label="Price" />
      <FormNumber name="count" kind={whole} label="Count" />
    </RecordForm>,
  );
  return onSubmit;
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, text: string) => {
  fireEvent.focus(field(label));
  fireEvent.change(field(label), { target: { value: text } });
};
const leave = (label: string) => fireEvent.blur(field(label));
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

test('a number is typed as text, so that a browser neither drops a comma nor changes it with the wheel', () => {
  draw();
  expect([field('Price').type, field('Price').inputMode]).toEqual(['text', 'decimal']);
  expect([field('Count').type, field('Count').inputMode]).toEqual(['text', 'numeric']);
});

test('the text stays as typed, is grouped on leaving the field, and is saved as its number', async () => {
  const saved = draw();
  type('Price', '₹ 1234567.5');
  expect(field('Price').value).toBe('₹ 1234567.5');
  leave('Price');
  expect(field('Price').value).toBe('12,34,567.50');
  type('Count', '1,00,000');
  leave('Count');
  save();
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(saved.mock.calls[0]?.[0]).toEqual({ price: 1_234_567.5, count: 100_000 });
});

test.each([
  ['1234,50', '“1234,50” could mean 1234.50 or 123450. Please write one of them.'],
  ['0,5', '“0,5” could mean 0.5 or 5. Please write one of them.'],
  ['1e5', '“1e5” has an exponent. Please write the number out.'],
  ['99.9999', 'Price has at most 2 decimals.'],
  ['five', 'Price must be a number of 0 or more.'],
  ['-1', 'Price must be a number of 0 or more.'],
])('the price %s stays in its field, with the reason why it is not saved', async (text, reason) => {
  const saved = draw();
  type('Price', text);
  leave('Price');
  expect(await screen.findByText(reason)).toBeTruthy();
  save();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Price' })).toBeTruthy());
  expect([field('Price').value, saved.mock.calls]).toEqual([text, []]);
});

test('a text from a draft is restored as typed, and a number in groups', () => {
  draw({ price: '1.000,50', count: 12_345 });
  expect([field('Price').value, field('Count').value]).toEqual(['1.000,50', '12,345']);
});
