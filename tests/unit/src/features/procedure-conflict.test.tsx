// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import type { ProcedureDetails } from '#contract/calls/procedure.ts';
import { problem } from '#contract/errors.ts';
import type { Step } from '#contract/records/procedure.ts';
import { CallError } from '#sync/types.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { seededSteps } from '#tests/support/test-work.ts';
import { ProcedureEditScreen } from '#ui/features/procedure/edit/procedure-form-screen.tsx';

afterEach(cleanup);

const opened: ProcedureDetails = {
  id: 'p-1',
  name: 'Yearly test',
  version: 1,
  steps: [...seededSteps],
  equipmentIds: [],
  modelIds: [],
  revision: 'r-1',
};
const withStep = (id: string, change: Partial<Step>): Step[] =>
  seededSteps.map((step) => (step.id === id ? ({ ...step, ...change } as Step) : step));

/** Opens the procedure, which somebody else changes to `theirs` before it is saved. */
async function open(theirs: Partial<ProcedureDetails>) {
  const current = { ...opened, version: 2, revision: 'r-2', ...theirs };
  let tries = 0;
  const engine = createFakeEngine({
    answers: {
      procedure: () => opened,
      equipmentTypeDropdown: () => [],
      updateProcedure: () => {
        tries += 1;
        if (tries > 1) return { ...current, version: 3 };
        throw new CallError('problem', '', problem('record.conflict', undefined, { context: { current } }));
      },
    },
  });
  drawScreen(
    <Routes>
      <Route path="/procedure/edit/:id" element={<ProcedureEditScreen />} />
      <Route path="*" element={<p>The list</p>} />
    </Routes>,
    { engine, at: '/procedure/edit/p-1' },
  );
  await screen.findByRole('button', { name: /^Housing/ });
  const sent = () =>
    engine.called
      .filter(({ name }) => name === 'updateProcedure')
      .map(({ input }) => input as { body: ProcedureDetails });
  return { sent };
}

function rename(step: RegExp, name: string) {
  fireEvent.click(screen.getByRole('button', { name: step }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: name } });
  fireEvent.click(dialog.getByRole('button', { name: 'Done' }));
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

test('a limit corrected by somebody else stays corrected when another step is renamed', async () => {
  const { sent } = await open({ steps: withStep('earth', { upper: 42 }) });
  rename(/^Housing/, 'Housing and wheels');
  save();
  expect(
    await screen.findByText(
      'Procedure "Yearly test" saved as version 3. Steps “Earth resistance”, Upper limit, changed to 42 meanwhile, was kept.',
    ),
  ).toBeTruthy();
  const { steps } = sent().at(-1)?.body ?? opened;
  expect(steps).toEqual(
    withStep('earth', { upper: 42 }).map((step) =>
      step.id === 'housing' ? { ...step, title: 'Housing and wheels' } : step,
    ),
  );
});

test("conflicting names are asked about with the screen's label and both values", async () => {
  const { sent } = await open({ steps: withStep('housing', { title: 'Case' }) });
  rename(/^Housing/, 'Housing and wheels');
  save();
  const decision = await screen.findByRole('group', { name: 'Steps “Case”, Name' });
  expect(decision.textContent).toBe('Steps “Case”, NameWas: HousingTheirs: CaseMine: Housing and wheels');
  fireEvent.click(within(decision).getByLabelText('Theirs: Case'));
  fireEvent.click(screen.getByRole('button', { name: 'Save both changes' }));
  await screen.findByText('The list');
  expect(sent().at(-1)?.body.steps).toEqual(withStep('housing', { title: 'Case' }));
});

test('conflicting orders are asked about with both orders', async () => {
  await open({ steps: seededSteps.toReversed() });
  fireEvent.click(screen.getByRole('button', { name: 'Move Rate at 60 bpm up' }));
  save();
  const decision = await screen.findByRole('group', { name: 'Steps, order' });
  expect(decision.textContent).toContain('Theirs: 1. Software, 2. Screen, 3. Earth resistance');
  expect(decision.textContent).toContain('Mine: 1. Rate at 60 bpm, 2. Housing');
});
