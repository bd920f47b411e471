// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { QrDialog } from '#ui/features/device/labels/qr-dialog.tsx';

afterEach(cleanup);
const device = { id: 'd-1', serialNumber: 'VENT-1', equipmentName: 'Ventilator' };
const reports = (isOn: boolean) => ({ setting: [{ id: 'reports' as const, isOn, helpline: '', labelLine: '' }] });
const answers: FakeWorld['answers'] = {
  labelTokens: () => [{ deviceId: 'd-1', token: 'first-one-' }],
  renewLabel: () => ({ deviceId: 'd-1', token: 'second-one' }),
};
const draw = (world: Partial<FakeWorld>) =>
  drawScreen(<QrDialog device={device} onClose={() => undefined} />, { engine: createFakeEngine(world) });

test("P364 the code carries the label's token, and a confirmed renewal replaces it", async () => {
  const { engine } = draw({ records: reports(true), answers });
  await screen.findByText(/\/equipmentdetails\/VENT-1\?.*t=first-one-$/);
  fireEvent.click(screen.getByText('Renew label'));
  expect(screen.getByText(/keep working, but take fewer fault reports/)).toBeTruthy();
  expect(engine.called.map(({ name }) => name)).not.toContain('renewLabel');
  fireEvent.click(screen.getByText('Renew'));
  await screen.findByText(/t=second-one$/);
  expect(screen.getByText('The label has been renewed. Print the new label and replace the old one.')).toBeTruthy();
});

test('P364 offline the code has no token, and a renewal says why it failed', async () => {
  const offline = () => {
    throw new Error('offline');
  };
  draw({ records: reports(true), answers: { labelTokens: offline, renewLabel: offline } });
  expect(screen.getByText(/\/equipmentdetails\/VENT-1/).textContent).not.toContain('t=');
  fireEvent.click(screen.getByText('Renew label'));
  fireEvent.click(screen.getByText('Renew'));
  await screen.findByText('The label could not be renewed.');
});

test('P364 no label is renewed if reports from labels are off', () => {
  draw({ records: reports(false), answers });
  expect(screen.queryByText('Renew label')).toBeNull();
});
