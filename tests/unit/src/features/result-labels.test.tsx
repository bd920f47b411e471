// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Step } from '#contract/records/procedure.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord, testRecord } from '#tests/support/ward-records.ts';
import { QrPrintScreen } from '#ui/features/device/labels/qr-print-screen.tsx';

afterEach(cleanup);

const earth: Step = { id: 'earth', kind: 'look', title: 'Earth', detail: '' };
const answers = [{ stepId: 'earth', look: 'ok' as const, found: null, left: null, text: '', photos: [] }];
const records = {
  device: [deviceRecord({ id: 'd' })],
  test: [testRecord({ id: 't', deviceId: 'd', answers, testers: [] })],
};

test.each([
  ['is known once the server has sent the version', () => ({ name: 'Test', version: 1, steps: [earth] }), false],
  [
    'is not known without it',
    () => {
      throw new Error('offline');
    },
    true,
  ],
])('P243 the result of a test by a version missing on this tablet %s', async (_what, procedureVersion, isTold) => {
  const engine = createFakeEngine({ records, answers: { procedureVersion } });
  drawScreen(<QrPrintScreen />, { at: '/installation-base/qr-print?labels=test&device=d', engine });
  await screen.findByText(/^1 label says/);
  if (isTold) expect(screen.getByText(/Connect to the network/)).toBeTruthy();
  else await expect.poll(() => screen.queryByText(/^1 label says/)).toBeNull();
});
