import { describe, expect, it } from 'vitest';
import { devicesBySerial, deviceRows, findDevices, deviceTiles } from '#ui/features/device/device-rows.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { deviceRecord, ticketRecord } from '#tests/support/ward-records.ts';

const now = new Date('2026-11-21T05:00:00Z');
const timeZone = 'Asia/Kolkata';
const seen = (status: 'Operational' | 'Needs Attention' | 'Not Working') =>
  ({ status, observedAt: '2026-11-20T05:00:00Z', flagged: false, templateId: 't', day: '2026-11-20' }) as const;

const ventilator = deviceRecord({ id: 'a', serialNumber: 'vent-2', lastMaintenanceOn: '2026-01-31' });
const pump = deviceRecord({
  id: 'b',
  serialNumber: 'PUMP-1',
  equipmentName: 'Infusion Pump',
  latest: seen('Not Working'),
});
const monitor = deviceRecord({
  id: 'c',
  serialNumber: 'MON-9',
  equipmentName: 'Monitor',
  latest: seen('Needs Attention'),
});
const broken = deviceRecord({ id: 'd', serialNumber: 'VENT-1', openTicketIds: ['ticket-1'] });
const devices = [ventilator, pump, monitor, broken];

function viewOf(tickets = [ticketRecord({ deviceId: 'd' })]) {
  return createFakeEngine({ records: { device: devices, ticket: tickets } }).view();
}
const serials = (found: readonly { serialNumber: string }[]) => found.map(({ serialNumber }) => serialNumber);

describe('the installation base', () => {
  it('sorts devices by serial number, ignoring case', () => {
    expect(serials(findDevices(viewOf(), { search: '' }))).toEqual(['MON-9', 'PUMP-1', 'VENT-1', 'vent-2']);
  });

  it('sorts once as long as no device changes', () => {
    const view = viewOf();
    expect(devicesBySerial(view)).toBe(devicesBySerial(view));
  });

  it('keeps the ranking of a search unless the user chooses a sort order', () => {
    const view = viewOf();
    expect(serials(findDevices(view, { search: 'vent' }))).toEqual(['vent-2', 'VENT-1']);
    const sort = { key: 'serial', direction: 'desc' } as const;
    expect(serials(findDevices(view, { search: 'vent', sort }))).toEqual(['vent-2', 'VENT-1']);
    expect(serials(findDevices(view, { search: 'vent', sort: { ...sort, direction: 'asc' } }))).toEqual([
      'VENT-1',
      'vent-2',
    ]);
  });

  it.each([
    ['Under Maintenance', ['VENT-1']],
    ['Not Working', ['PUMP-1']],
    ['in-use', ['MON-9', 'vent-2']],
    ['out-of-use', ['PUMP-1', 'VENT-1']],
    ['no such status', ['MON-9', 'PUMP-1', 'VENT-1', 'vent-2']],
  ])('filters by %s', (status, expected) => {
    expect(serials(findDevices(viewOf(), { search: '', status }))).toEqual(expected);
  });

  it('has tiles that add up and link to as many devices as they count', () => {
    const view = viewOf();
    const tiles = deviceTiles(view);
    expect(tiles).toEqual({ totalEquipment: 4, operational: 2, underMaintenance: 2 });
    expect(findDevices(view, { search: '', status: 'in-use' })).toHaveLength(tiles.operational);
    expect(findDevices(view, { search: '', status: 'out-of-use' })).toHaveLength(tiles.underMaintenance);
  });

  it('continues the row numbers of the previous pages', () => {
    const rows = deviceRows(devices, { view: viewOf(), first: 21, now, timeZone });
    expect(rows.map(({ number }) => number)).toEqual([21, 22, 23, 24]);
    expect(rows[0]).toMatchObject({ lastMaintenance: '2026-01-31', nextMaintenance: '', status: 'Operational' });
  });

  it('shows the uptime from the device’s downtimes', () => {
    const down = { ...broken, downtimes: [['2026-11-11T05:00:00Z', null] as [string, null]] };
    expect(deviceRows([down], { view: viewOf(), first: 1, now, timeZone })[0]?.uptime).toBe(97.26);
  });
});
