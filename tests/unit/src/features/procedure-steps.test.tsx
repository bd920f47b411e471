// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { afterEach, expect, test } from 'vitest';
import type { Step } from '#contract/records/procedure.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { seededSteps } from '#tests/support/test-work.ts';
import { type ProcedureValues, StepsField } from '#ui/features/procedure/edit/steps-field.tsx';

afterEach(cleanup);

function Form({ steps = seededSteps }: { steps?: readonly Step[] }) {
  const form = useForm<ProcedureValues>({
    defaultValues: { name: 'Yearly test', steps: [...steps], equipmentIds: [], modelIds: [] },
  });
  return (
    <FormProvider {...form}>
      <StepsField />
      <Told control={form.control} />
    </FormProvider>
  );
}

/** Shows the steps in the surrounding form's values. */
function Told({ control }: { control: ReturnType<typeof useForm<ProcedureValues>>['control'] }) {
  return <output data-testid="held">{JSON.stringify(useWatch({ control, name: 'steps' }))}</output>;
}

const held = () => JSON.parse(screen.getByTestId('held').textContent) as Step[];
const upperOf = (id: string) => held().flatMap((step) => (step.id === id && 'upper' in step ? [step.upper] : []));
const titles = () => held().map(({ title }) => title);
const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('Done keeps an invalid limit open and the stored limit unchanged', () => {
  drawScreen(<Form />);
  fireEvent.click(button(/^Rate at 60 bpm/));
  const dialog = within(screen.getByRole('dialog'));
  const upper = dialog.getByLabelText('Upper limit (bpm)');
  fireEvent.change(upper, { target: { value: '1.2' } });
  expect(upperOf('rate')).toEqual([1.2]);
  fireEvent.change(upper, { target: { value: '1,200' } });
  expect(upperOf('rate')).toEqual([63]);
  fireEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect(dialog.getByText('Please correct the numbers.')).toBeTruthy();
  fireEvent.change(upper, { target: { value: '1200' } });
  expect(dialog.queryByText('Please correct the numbers.')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(upperOf('rate')).toEqual([1200]);
});

test('another method shows its own limit, and Done closes the step', () => {
  drawScreen(<Form />);
  fireEvent.click(button(/^Earth resistance/));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Upper limit (mΩ)'), { target: { value: '2O0' } });
  fireEvent.change(dialog.getByLabelText('Method'), { target: { value: 'earth-cord' } });
  expect(dialog.getByLabelText<HTMLInputElement>('Upper limit (mΩ)').value).toBe('100');
  fireEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a removed step is restored at its place, and the focus stays in the list', () => {
  drawScreen(<Form />);
  fireEvent.click(button('Remove Rate at 60 bpm'));
  expect(titles()).toEqual(['Housing', 'Earth resistance', 'Screen', 'Software']);
  expect(document.activeElement).toBe(button('Remove Earth resistance'));
  fireEvent.click(button('Remove Software'));
  expect(document.activeElement).toBe(button('Remove Screen'));
  const [first] = screen.getAllByRole('button', { name: /^Undo/ });
  if (first) fireEvent.click(first);
  expect(titles()).toEqual(['Housing', 'Rate at 60 bpm', 'Earth resistance', 'Screen']);
  expect(document.activeElement).toBe(button('Remove Rate at 60 bpm'));
});

test('P242 the measurement of a named applied part is suggested and added on request', () => {
  const earth = seededSteps.find((step) => step.kind === 'electrical')!;
  const leakage = { ...earth, id: 'leakage', title: 'Device leakage current', method: 'leakage-direct' as const };
  drawScreen(<Form steps={[...seededSteps, { ...leakage, upper: 500 }]} />);
  expect(screen.getByText(/name a CF applied part/)).toBeTruthy();
  fireEvent.click(button('Add the step'));
  expect(titles().slice(-2)).toEqual(['Device leakage current', 'Applied part leakage, direct']);
  expect(held().at(-1)).toMatchObject({ method: 'applied-part-direct', upper: 50, isConfirmed: false });
  expect(screen.queryByText(/name a CF applied part/)).toBeNull();
});

test('after the last step is removed the focus is on the button that adds one', () => {
  drawScreen(<Form />);
  for (const { title } of held()) fireEvent.click(button(`Remove ${title}`));
  expect(titles()).toEqual([]);
  expect(document.activeElement).toBe(button('Add a step'));
});
