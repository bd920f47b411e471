import { describe, expect, it } from 'vitest';
import { readScan } from '#contract/rules/qr-link.ts';
import { returnPath } from '#ui/return-path.ts';
import { deviceOfScan, scanProblem } from '#ui/scanner/device-of-scan.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { deviceRecord } from '#tests/support/ward-records.ts';

const devices = [deviceRecord(), deviceRecord({ id: 'device-2', serialNumber: '(21)ODD' })];
const view = createFakeEngine({ records: { device: devices } }).view();
const find = (text: string) => deviceOfScan(readScan(text), view, 'hospital-1');

describe('from a label to the device', () => {
  it.each([
    ['our link on any host', 'https://old.example/equipmentdetails/VENT-0012'],
    ['our link, same hospital', 'http://10.0.0.5/equipmentdetails/VENT-0012?h=hospital-1'],
    ['a plain serial in other letters', ' vent-0012 '],
    ['a UDI label', '(01)09506000134352(21)VENT-0012'],
  ])('finds it by %s', (_what, text) => {
    expect(find(text)).toMatchObject({ kind: 'device', device: { id: 'device-1' } });
  });

  it('matches a serial literally before parsing it as a code', () => {
    expect(find('(21)ODD')).toMatchObject({ kind: 'device', device: { id: 'device-2' } });
  });

  it('finds a corrected device by its earlier serial number, and says so, unless another device has that one now', () => {
    const corrected = deviceRecord({ id: 'device-3', serialNumber: 'NEW', earlierSerials: ['OLD', 'VENT-0012'] });
    const all = createFakeEngine({ records: { device: [...devices, corrected] } }).view();
    const link = readScan('https://a.example/equipmentdetails/old?h=hospital-1');
    expect(deviceOfScan(link, all, 'hospital-1')).toMatchObject({
      kind: 'device',
      serialNumber: 'NEW',
      device: { id: 'device-3' },
      earlier: 'old',
    });
    expect(deviceOfScan(readScan('VENT-0012'), all, 'hospital-1')).toEqual({
      kind: 'device',
      serialNumber: 'VENT-0012',
      device: devices[0],
    });
  });

  it('does not mistake a device of another hospital for its own', () => {
    const found = find('https://a.example/equipmentdetails/VENT-0012?h=hospital-2');
    expect(found).toEqual({ kind: 'other-hospital', serialNumber: 'VENT-0012', hospitalId: 'hospital-2' });
  });

  it('shows what it read if it is unknown, and nothing for a label without serial', () => {
    expect(find('XX-9')).toEqual({ kind: 'unknown', serialNumber: 'XX-9' });
    expect(find('(01)09506000134352')).toEqual({ kind: 'no-serial' });
  });

  it('matches the label of another hospital to no device here, even if a serial was once saved as that link', () => {
    const link = 'https://a.example/equipmentdetails/VENT-0012?h=hospital-2';
    const odd = createFakeEngine({ records: { device: [deviceRecord({ serialNumber: link })] } }).view();
    const scanned = deviceOfScan(readScan(link), odd, 'hospital-1');
    expect(scanned.kind).toBe('other-hospital');
    expect(scanned.kind === 'device' || scanProblem(scanned)).toContain('belongs to another hospital');
  });
});

describe('the return path of a scan', () => {
  it.each([
    ['/breakdown/new?problem=x', '/breakdown/new?problem=x'],
    ['https://evil.example', undefined],
    ['//evil.example', undefined],
    ['/\\evil.example', undefined],
    ['', undefined],
  ])('of %j is %j', (given, to) => {
    expect(returnPath(new URLSearchParams({ return: given }))).toBe(to);
  });
});
