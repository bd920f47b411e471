// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { AgreementScreen } from '#ui/features/warranty/agreement-screen.tsx';
import type { FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';

const record = {
  id: 'w-1',
  hospitalId: 'hospital-1',
  warrantyNumber: 'CMC-7',
  equipmentId: 'eq-1',
  makeId: 'mk-1',
  pmFrequency: 'quarterly',
  pmCount: 4,
  warrantyStartDate: '2026-01-31',
  warrantyEndDate: '2028-01-30',
  warrantyDurationInYear: 2,
  warrantyExtraMonths: 0,
  selectedSerials: Array.from({ length: 12 }, (_, n) => ({
    serialNumber: `MON-${n + 1}`,
    hospitalId: 'hospital-1',
    equipment: 'Monitor',
    make: 'Mindray',
    model: 'uMEC',
    installationBaseEntityId: `d-${n}`,
  })),
  kind: 'CMC',
  vendorId: 'v-1',
  vendorName: 'Kaveri Medical',
  contactName: 'R. Kulkarni',
  phone: '+91 44 5550 123',
  terms: { ...blankTerms(), responseHours: 4 },
  notes: 'Ask for the night number.',
  revision: 'r-1',
};
const evidence = { judged: { response: 3, repair: 0, uptime: 0 }, breaches: [] };

async function open(changes: Partial<typeof record> = {}, more: FakeWorld['answers'] = {}) {
  const answers: FakeWorld['answers'] = {
    warranty: () => ({ ...record, ...changes }),
    contractDocuments: () => ({ documents: [] }),
    contractEvidence: () => evidence,
    ...more,
  };
  const { engine } = drawScreen(
    <Routes>
      <Route path="/warranty/:id" element={<AgreementScreen />} />
    </Routes>,
    { at: '/warranty/w-1', world: { answers } },
  );
  await screen.findByRole('heading', { level: 1, name: 'CMC-7' });
  return engine;
}
afterEach(cleanup);

const yearsAsked = (engine: Awaited<ReturnType<typeof open>>) =>
  engine.called.flatMap(({ name, input }) => (name === 'contractEvidence' ? [input] : [])).map((input) => input);

describe('P360 the page of a contract', () => {
  it('says what it covers, for how long, whom to call and which promises were kept, with all devices on request', async () => {
    const engine = await open();
    expect(screen.getByText(/days left, until 30 Jan 2028/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Kaveri Medical' }).getAttribute('href')).toBe('/vendor/v-1');
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/warranty/edit/w-1');
    expect(await screen.findByText('3 promises judged, all kept.')).toBeTruthy();
    expect(yearsAsked(engine)[0]).toMatchObject({ query: { period: 'year', at: '2026' } });
    expect(screen.getAllByRole('link', { name: /^Monitor MON-/ })).toHaveLength(10);
    fireEvent.click(screen.getByText('Show all 12'));
    expect(screen.getAllByRole('link', { name: /^Monitor MON-/ })).toHaveLength(12);
  });

  it('shows the last year of an ended one, and no promises of one that has not begun or has no terms', async () => {
    const engine = await open({ warrantyStartDate: '2023-01-31', warrantyEndDate: '2025-01-30' });
    expect(await screen.findByRole('region', { name: 'Promises in 2025' })).toBeTruthy();
    expect(yearsAsked(engine)[0]).toMatchObject({ query: { at: '2025' } });
    cleanup();
    await open({ warrantyStartDate: '2027-01-31', warrantyEndDate: '2029-01-30' });
    expect(screen.queryByRole('region', { name: /^Promises/ })).toBeNull();
    cleanup();
    await open({ terms: null as never });
    expect(screen.queryByRole('region', { name: /^Promises/ })).toBeNull();
  });
});
