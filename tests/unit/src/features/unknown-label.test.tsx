// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord } from '#tests/support/ward-records.ts';
import { UnknownLabel } from '#ui/features/scanner/unknown-label.tsx';

const devices = [
  deviceRecord({ id: 'device-1', serialNumber: 'SN-0O1' }),
  deviceRecord({ id: 'device-2', serialNumber: 'SN-2' }),
];
const draw = (serialNumber: string) =>
  drawScreen(<UnknownLabel serialNumber={serialNumber} offline={false} onAgain={() => undefined} />, {
    engine: createFakeEngine({ records: { device: devices } }),
  });

afterEach(cleanup);

describe('An unknown label', () => {
  it('offers the devices with a similar serial number for comparison', () => {
    draw('sn 001');
    const near = screen.getByRole('region', { name: 'Similar serial numbers. Compare them with the label:' });
    expect(
      within(near)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/equipmentdetails/SN-0O1']);
  });

  it('offers none if none is similar', () => {
    draw('SN-3');
    expect(screen.queryByText(/Similar serial numbers/)).toBeNull();
  });
});
