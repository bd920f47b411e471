// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { NewDevicesNotice } from '#ui/features/device/register/new-devices-notice.tsx';
import { QrPrintScreen } from '#ui/features/device/labels/qr-print-screen.tsx';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord } from '#tests/support/ward-records.ts';

afterEach(cleanup);

const devices = Array.from({ length: 14 }, (_none, at) => ({ id: `in-${at}`, name: `NEW-${at}` }));

const Save = () => (
  <Link to="/list" state={{ made: { ...devices[0], all: devices } }}>
    Save
  </Link>
);

it('P340: names the devices just created and links to their labels, preselected', async () => {
  const records = { device: devices.map(({ id, name }) => deviceRecord({ id, serialNumber: name })) };
  drawScreen(
    <Routes>
      <Route path="/" element={<Save />} />
      <Route path="/list" element={<NewDevicesNotice />} />
      <Route path="/installation-base/qr-print" element={<QrPrintScreen />} />
    </Routes>,
    { at: '/', engine: createFakeEngine({ records }) },
  );
  fireEvent.click(screen.getByText('Save'));
  expect(screen.getByText('14 new devices')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'NEW-11' }).getAttribute('href')).toBe('/equipmentdetails/NEW-11');
  expect(screen.queryByRole('link', { name: 'NEW-12' })).toBeNull();
  expect(screen.getByText(/and 2 more$/)).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Print 14 labels' }));
  expect(await screen.findByRole('button', { name: 'Generate (14)' })).toBeTruthy();
});

it('shows nothing on a list that was opened in another way', () => {
  drawScreen(<NewDevicesNotice />, { at: '/list' });
  expect(screen.queryByRole('link')).toBeNull();
});
