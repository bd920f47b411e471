// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeviceRecord, TemplateRecord } from '#contract/replica.ts';
import { calmStatus, createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { DeviceBanners } from '#ui/app/device-banners.tsx';

afterEach(cleanup);

/** So many records of which only the number counts. */
function many<Row>(count: number, row: Row): readonly Row[] {
  return Array.from({ length: count }, () => row);
}

const device: DeviceRecord = {
  id: 'd1',
  serialNumber: 'VENT-0012',
  equipmentId: 'e1',
  equipmentName: 'Ventilator',
  importance: 'Critical',
  makeName: 'Drager',
  modelId: 'm1',
  modelName: 'V500',
  departmentId: null,
  departmentName: null,
  location: null,
  vendorName: null,
  purchaseDate: null,
  installationDate: null,
  calibrationRequired: false,
  warranty: null,
  serviceContact: null,
  latest: null,
  downtimes: [],
  openTicketIds: [],
  lastMaintenanceOn: null,
  nextMaintenanceOn: null,
  maintenanceCost: 0,
};
const template: TemplateRecord = {
  id: 't1',
  name: 'ICU',
  departmentId: null,
  deviceIds: [],
  completedRoundsCount: 0,
  lastRoundAt: null,
  lastRoundOn: null,
};

describe('what concerns the device', () => {
  it('the first download shows its progress and then that the device is ready for the ward', () => {
    const engine = createFakeEngine({ status: { ...calmStatus, downloadPercent: 45 } });
    drawScreen(<DeviceBanners />, { engine });
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(45);
    act(() =>
      engine.change({ status: calmStatus, records: { device: many(1240, device), template: many(18, template) } }),
    );
    expect(screen.getByRole('status').textContent).toBe('Ready for offline work: 1,240 devices, 18 templates');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('a device that was ready all along says nothing', () => {
    drawScreen(<DeviceBanners />);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('a storage that was cleared is told', () => {
    drawScreen(<DeviceBanners />, {
      world: { warnings: [{ code: 'evicted', text: 'The browser has cleared this app.' }] },
    });
    expect(screen.getByText('The browser has cleared this app.')).toBeTruthy();
  });
});
