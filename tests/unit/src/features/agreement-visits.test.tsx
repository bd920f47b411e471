// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { agreementRecord, deviceRecord, taskRecord } from '#tests/support/ward-records.ts';
import { AgreementVisitsScreen } from '#ui/features/warranty/agreement-visits-screen.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const contract = (visitsPerYear: number | null) => agreementRecord({ terms: { ...blankTerms(), visitsPerYear } });
const warranties = [
  { number: 'CMC-1', start: '2026-01-01', end: '2099-12-31', kind: 'CMC' as const, contractId: 'c-1' },
];
const covered = deviceRecord({ warranties });

test.each<[string, FakeWorld['records'], string, string]>([
  [
    'with devices in use',
    { device: [covered], contract: [contract(4)] },
    'No visits done in this contract year.',
    '4 a year for each of 1 device',
  ],
  [
    'whose devices were all removed',
    { device: [deviceRecord()], contract: [contract(4)] },
    'No device of this contract is in use.',
    'Visits are counted for devices in use.',
  ],
  [
    'that promised none',
    { device: [covered], contract: [contract(null)] },
    'No visits were promised.',
    'The terms of a contract say how many visits a year the vendor promised.',
  ],
  [
    'that was deleted',
    { device: [deviceRecord()] },
    'Contract not found.',
    'It may have been deleted, or it has no terms.',
  ],
])('a contract %s says why it has no visits', async (_which, records, words, more) => {
  drawScreen(
    <Routes>
      <Route path="/contracts/:id/visits" element={<AgreementVisitsScreen />} />
    </Routes>,
    { at: '/contracts/c-1/visits', engine: createFakeEngine({ records }) },
  );
  await screen.findByText(words);
  expect(screen.getByText(more)).toBeTruthy();
});

test.each([
  ['Equipment', ['Ventilator', 'X-ray']],
  ['Department', ['X-ray', 'Ventilator']],
  ['Day', ['X-ray', 'Ventilator']],
])('the visits can be sorted by %s', async (heading, order) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T04:30:00Z') });
  const device = [
    deviceRecord({ id: 'd-1', equipmentName: 'Ventilator', departmentName: 'ICU', warranties }),
    deviceRecord({ id: 'd-2', equipmentName: 'X-ray', departmentName: 'Cardiology', warranties }),
  ];
  const task = [
    taskRecord({ id: 't-1', deviceId: 'd-1', warrantyNumber: 'CMC-1', closedAt: '2026-06-02T04:30:00Z' }),
    taskRecord({ id: 't-2', deviceId: 'd-2', warrantyNumber: 'CMC-1', closedAt: '2026-03-02T04:30:00Z' }),
  ];
  drawScreen(
    <Routes>
      <Route path="/contracts/:id/visits" element={<AgreementVisitsScreen />} />
    </Routes>,
    { at: '/contracts/c-1/visits', engine: createFakeEngine({ records: { device, task, contract: [contract(4)] } }) },
  );
  fireEvent.click(await screen.findByRole('button', { name: heading }));
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => /Ventilator|X-ray/.exec(row.textContent ?? '')?.[0])).toEqual(order);
});
