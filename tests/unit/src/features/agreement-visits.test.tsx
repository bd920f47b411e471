// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { agreementRecord, deviceRecord } from '#tests/support/ward-records.ts';
import { AgreementVisitsScreen } from '#ui/features/warranty/agreement-visits-screen.tsx';

afterEach(cleanup);

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
