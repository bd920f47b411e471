// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import type { RoundRecord } from '#contract/records/ward.ts';
import { adminSession, createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { HospitalListScreen } from '#ui/features/hospital/hospital-list-screen.tsx';
import { SubmittedRoundsScreen } from '#ui/features/round/read/submitted-rounds-screen.tsx';

afterEach(cleanup);

/** Presses a heading, and returns the texts of a column from top to bottom. */
async function orderBy(heading: string, column: number): Promise<(string | null | undefined)[]> {
  fireEvent.click(await screen.findByRole('button', { name: heading }));
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
  return rows.map((row) => within(row).getAllByRole('cell')[column]?.textContent);
}

const hospital = {
  phone: '0471',
  address: '2 Fort Road',
  stateId: 'KL',
  cityId: 'KL-kochi',
  numberOfBME: 5,
  storageMB: 5000,
  isActive: true,
  timeZone: 'Asia/Kolkata',
  email: 'office@hill.example',
  revision: 'r1',
};
const hospitals = [
  { ...hospital, id: 'h1', name: 'Hill 10', city: 'Pune', state: 'Maharashtra', numberOfBeds: 9 },
  { ...hospital, id: 'h2', name: 'Hill 9', city: 'Kochi', state: 'Kerala', numberOfBeds: 80 },
];

test.each([
  ['Name', ['Hill 9', 'Hill 10']],
  ['City', ['Hill 9', 'Hill 10']],
  ['State', ['Hill 9', 'Hill 10']],
  ['Number of Beds', ['Hill 10', 'Hill 9']],
])('Hospitals can be sorted by %s', async (heading, order) => {
  const session = { kind: 'signed-in', session: adminSession, offline: false } as const;
  drawScreen(<HospitalListScreen />, {
    engine: createFakeEngine({ session, answers: { hospitals: () => hospitals } }),
  });
  expect(await orderBy(heading, 1)).toEqual(order);
});

const counts = { operational: 2, needsAttention: 0, notWorking: 0, notSeen: 0 };
const round: RoundRecord[] = [
  { ...counts, id: '1', templateId: 't', on: '2026-11-20', submittedAt: '2026-11-20T09:00:00Z', by: 'Asha Rao' },
  { ...counts, id: '2', templateId: 't', on: '2026-11-19', submittedAt: '2026-11-21T05:00:00Z', by: 'Binu Das' },
];

test.each([
  ['Day', ['Binu Das', 'Asha Rao']],
  ['Submitted', ['Asha Rao', 'Binu Das']],
  ['Engineer', ['Asha Rao', 'Binu Das']],
])('Submitted rounds can be sorted by %s', async (heading, order) => {
  drawScreen(
    <Routes>
      <Route path="/rounds/:templateId" element={<SubmittedRoundsScreen />} />
    </Routes>,
    { at: '/rounds/t', world: { records: { round } } },
  );
  expect(await orderBy(heading, 2)).toEqual(order);
});
