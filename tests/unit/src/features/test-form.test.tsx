// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ProcedureRecord } from '#contract/replica.ts';
import type { Step } from '#contract/rules/procedure.ts';
import { createFakeEngine, type FakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord } from '#tests/support/ward-records.ts';
import { TestScreen } from '#ui/features/procedure/fill/test-screen.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const steps: Step[] = [
  { id: 'housing', kind: 'look', title: 'Housing', detail: '' },
  { id: 'cable', kind: 'look', title: 'Cable', detail: '' },
];
const procedure: ProcedureRecord = {
  id: 'p',
  name: 'Yearly test',
  version: 2,
  steps,
  equipmentIds: [],
  modelIds: [],
};

function begin(engine: FakeEngine = createFakeEngine()) {
  return drawScreen(
    <Routes>
      <Route path="/test/:deviceId/:procedureId" element={<TestScreen />} />
    </Routes>,
    {
      at: '/test/device-1/p',
      engine,
      world: { records: { device: [deviceRecord()], procedure: [procedure] } },
    },
  );
}

const stepOf = (title: string) => screen.findByRole('region', { name: new RegExp(`\\d+\\. ${title}$`) });
const ok = async (title: string) => within(await stepOf(title)).getByRole<HTMLInputElement>('radio', { name: 'OK' });
/** A tap counts presses, a key does not. */
const tap = (element: HTMLElement) => fireEvent.click(element, { detail: 1 });

describe('On a phone', () => {
  const onPhone = () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
    let at = 1_000;
    vi.spyOn(performance, 'now').mockImplementation(() => at);
    return (ms: number) => {
      at += ms;
    };
  };

  test('the second tap on OK does not answer the step that came up, a later one does', async () => {
    const wait = onPhone();
    begin();
    tap(await ok('Housing'));
    tap(await ok('Cable'));
    expect((await ok('Cable')).checked).toBe(false);
    wait(600);
    tap(await ok('Cable'));
    await screen.findByRole('heading', { name: 'Result' });
    expect(screen.queryByText(/not done yet/)).toBeNull();
  });

  test('the second tap on Result does not save', async () => {
    const wait = onPhone();
    const { engine } = begin();
    tap(await ok('Housing'));
    wait(600);
    fireEvent.click(await ok('Cable'));
    fireEvent.click(screen.getByRole('button', { name: 'Result' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Save test' }));
    expect(engine.saved).toEqual([]);
    wait(600);
    fireEvent.click(screen.getByRole('button', { name: 'Save test' }));
    await screen.findByText('Test saved successfully!');
    expect(engine.saved).toHaveLength(1);
  });
});
