// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { TestRow } from '#contract/calls/test/record.ts';
import type { TestRecord } from '#contract/records/test.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { DeviceTests } from '#ui/features/device/page/device-tests.tsx';

afterEach(cleanup);

const row = (id: string, testedAt: string): TestRow => ({
  id,
  procedureName: 'Yearly test',
  version: 2,
  result: 'Pass',
  limitation: '',
  testedAt,
  by: 'Asha Rao',
  correctsId: null,
  correctedBy: null,
});
const record = (id: string): TestRecord => ({
  ...row(id, '2026-11-20T08:00:00.000Z'),
  deviceId: 'device-1',
  taskId: null,
  procedureId: 'p',
  findings: [],
  answers: [],
  testers: [],
  temperature: null,
  humidity: null,
  remarks: '',
  testedOn: '2026-11-20',
  nextDueOn: null,
  ticketId: null,
});
const older = 'Tests older than 400 days need the network.';
const results = () => within(screen.getByRole('table', { name: 'Tests' })).getAllByText('Pass');

test('offline, the tests of this device are shown, with a note that older ones are missing until reconnect', async () => {
  const engine = createFakeEngine({ records: { test: [record('new')] } });
  drawScreen(<DeviceTests deviceId="device-1" />, { engine });
  await screen.findByText(older);
  expect(results()).toHaveLength(1);
  engine.change({
    answers: { deviceTests: () => [row('new', '2026-11-20T08:00:00.000Z'), row('old', '2024-01-01T08:00:00.000Z')] },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/2024/);
  expect(results()).toHaveLength(2);
  expect(screen.queryByText(older)).toBeNull();
});

test('a device without tests shows a skeleton until the server has responded', async () => {
  const engine = createFakeEngine({ answers: { deviceTests: () => [] } });
  drawScreen(<DeviceTests deviceId="device-1" />, { engine });
  expect(screen.getByText('Loading tests…')).toBeTruthy();
  await expect.poll(() => screen.queryByRole('heading', { name: 'Tests' })).toBeNull();
});

test('a test that the server does not have yet is marked', async () => {
  const engine = createFakeEngine({
    records: { test: [record('new'), record('sent')] },
    answers: { deviceTests: () => [] },
  });
  const { view } = engine;
  engine.view = () => ({ ...view(), isPending: (kind, id) => kind === 'test' && id === 'new' });
  drawScreen(<DeviceTests deviceId="device-1" />, { engine });
  expect(results()).toHaveLength(2);
  expect(screen.getAllByText('Waiting')).toHaveLength(1);
});

test('P244 a limitation is shown only for a Pass limited', async () => {
  const limited = { ...record('limited'), result: 'Pass limited' as const, limitation: 'Adults only' };
  const failed = { ...record('failed'), result: 'Fail' as const, limitation: 'Ward 3 only' };
  const engine = createFakeEngine({ records: { test: [limited, failed] }, answers: { deviceTests: () => [] } });
  drawScreen(<DeviceTests deviceId="device-1" />, { engine });
  await screen.findByText('Adults only');
  expect(screen.queryByText(/Ward 3 only/)).toBeNull();
});
