// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import type { TesterCertificates } from '#contract/calls/tester.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { TesterScreen } from '#ui/features/tester/tester-screen.tsx';

afterEach(cleanup);

const certificate = {
  addedAt: '2026-01-05T06:00:00.000Z',
  dueOn: '2099-01-05',
  laboratory: 'NABL Pune',
  calibratedOn: '2026-01-04',
  uncertainty: '±2 %',
  range: '0 to 10 mA',
  isInForce: false,
  file: null,
};
const tester: TesterCertificates = {
  id: 't',
  name: 'Safety analyser',
  serialNumber: 'ESA-3',
  isDeleted: false,
  certificates: [
    { ...certificate, id: 'c-2', number: 'N-2', isInForce: true },
    {
      ...certificate,
      id: 'c-1',
      number: 'N-1',
      dueOn: '2026-01-04',
      file: { sha256: 'a'.repeat(64), name: 'n-1.pdf', mime: 'application/pdf', size: 2048 },
    },
  ],
};

function open(answer: TesterCertificates, at = '/tester/certificates/t') {
  return drawScreen(
    <Routes>
      <Route path="/tester/certificates/:id" element={<TesterScreen />} />
    </Routes>,
    { at, engine: createFakeEngine({ answers: { testerCertificates: () => answer } }) },
  );
}
const lineOf = async (number: string) => {
  const title = await screen.findByText(`Certificate ${number}`);
  return within(title.closest('li')!);
};

test('all certificates are listed with their files, and the one of the test is marked', async () => {
  open(tester, '/tester/certificates/t?certificate=c-1');
  const [present, earlier] = [await lineOf('N-2'), await lineOf('N-1')];
  present.getByText('in force');
  present.getByText(/no file attached/);
  expect(present.queryByText('used for this test')).toBeNull();
  earlier.getByText('used for this test');
  earlier.getByRole('button', { name: 'Download n-1.pdf' });
  expect(earlier.queryByText(/out of date/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Edit' })).toBeTruthy();
});

test('a deleted tester shows its certificates and no form', async () => {
  open({ ...tester, isDeleted: true });
  await lineOf('N-1');
  screen.getByText('This tester was deleted. Its certificates stay.');
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

test('P217 shows when and by which laboratory each certificate calibrated the tester', async () => {
  open(tester);
  expect(await screen.findAllByText('4 Jan 2026, NABL Pune · 0 to 10 mA, ±2 %')).toHaveLength(2);
});
