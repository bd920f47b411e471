// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import type { AgreementRecord } from '#contract/records/agreement.ts';
import { deviceCovers } from '#contract/pages/device-cover.ts';
import type { WarrantyCover } from '#contract/records/plan.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord } from '#tests/support/ward-records.ts';
import { DeviceCovers } from '#ui/features/device/page/device-cover.tsx';

afterEach(cleanup);

const today = '2026-06-01';
const contract: AgreementRecord = {
  id: 'c-1',
  number: 'CMC-1',
  kind: 'CMC',
  vendorId: 'v-1',
  vendorName: 'Meditech',
  contactName: 'R. Kulkarni',
  phone: '+91 20 5550-123',
  startOn: '2026-01-01',
  endOn: '2026-12-31',
  terms: {
    ...blankTerms(),
    covers: ['labour', 'parts'],
    exclusions: 'Batteries',
    responseHours: 4,
    window: { ...blankTerms().window, hours: 'set', workDays: [1, 2], hoursFrom: '20:00', hoursTo: '02:00' },
  },
};
const covered: WarrantyCover = {
  number: 'CMC-1',
  start: '2026-01-01',
  end: '2026-12-31',
  kind: 'CMC',
  contractId: 'c-1',
};

function draw(warranties: WarrantyCover[], contracts: AgreementRecord[] = [], more = {}) {
  const device = deviceRecord({ serviceContact: null, warranties, ...more });
  drawScreen(<DeviceCovers device={device} covers={deviceCovers(device, contracts, today)} />);
}
const facts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);

describe('P125 what covers a device', () => {
  it('is shown with what it pays for, until when, and the number to call', () => {
    draw([covered], [contract]);
    expect(screen.getByText('Covered today')).toBeTruthy();
    expect(screen.getByText('CMC-1, ends 31 Dec 2026')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Call R. Kulkarni, +91 20 5550-123' }).getAttribute('href')).toBe(
      'tel:+91205550123',
    );
    expect(facts()).toEqual([
      'Meditech',
      'Labour, parts',
      'Batteries',
      'Response within 4 hours',
      'Mon, Tue 20:00 to 02:00 the next day, not on holidays',
    ]);
    expect(screen.getByRole('link', { name: 'Penalty evidence of CMC-1' }).getAttribute('href')).toBe(
      '/print/evidence/c-1',
    );
  });

  it('P143 says by when notice must be given, until it has ended', () => {
    const noted = { ...contract, terms: { ...blankTerms(), noticeDays: 60 } };
    const lines = (now: string) => {
      vi.setSystemTime(new Date(`${now}T06:00:00Z`));
      const device = deviceRecord({ serviceContact: null, warranties: [covered] });
      drawScreen(<DeviceCovers device={device} covers={deviceCovers(device, [noted], now)} />);
      const found = screen.queryAllByText(/notice/).map(({ textContent }) => textContent);
      cleanup();
      return found;
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(lines('2026-11-01')).toEqual(['give notice by 1 Nov 2026']);
    expect(lines('2026-11-02')).toEqual(['notice was due by 1 Nov 2026']);
    expect(lines('2027-01-01')).toEqual([]);
    vi.useRealTimers();
  });

  it('is a plain warranty without a kind badge, facts and evidence', () => {
    draw([{ number: 'W-1', start: '2026-01-01', end: '2026-12-31' }]);
    expect(screen.getByText('W-1, ends 31 Dec 2026')).toBeTruthy();
    expect(screen.queryByText('Warranty')).toBeNull();
    expect([screen.queryAllByRole('definition'), screen.queryAllByRole('link')]).toEqual([[], []]);
  });

  it('is not shown as cover if each call is paid, and says so', () => {
    draw([{ ...covered, kind: 'Per call' }], [{ ...contract, kind: 'Per call', terms: null }]);
    expect(screen.getByText('Pay per call')).toBeTruthy();
    expect(screen.queryByText('Covered today')).toBeNull();
    expect(screen.getByRole('link', { name: /^Call R\. Kulkarni/ })).toBeTruthy();
  });

  it('is shown before it begins, and after its end if nothing else is in force', () => {
    draw([
      { number: 'W-1', start: '2025-01-01', end: '2025-12-31' },
      { number: 'W-2', start: '2026-07-01', end: '2027-06-30' },
    ]);
    expect([screen.getByText('Not started'), screen.getByText('Ended')]).toHaveLength(2);
    expect(screen.getByText('W-2, begins 1 Jul 2026, ends 30 Jun 2027')).toBeTruthy();
    expect(screen.getByText('W-1, ended 31 Dec 2025')).toBeTruthy();
  });

  it('has the service contact below, as text if the number cannot be called', () => {
    draw([], [], { serviceContact: { name: 'Service desk', phone: 'by mail only' } });
    expect(screen.getByText('Service desk')).toBeTruthy();
    expect(screen.getByText('by mail only')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('has the number of a service contact without a name', () => {
    draw([covered], [contract], { serviceContact: { name: '', phone: '1800 66' } });
    expect(screen.getByRole('link', { name: 'Call service contact, 1800 66' }).getAttribute('href')).toBe('tel:180066');
  });

  describe('shows each number once', () => {
    const warranty: WarrantyCover = { number: 'W-1', start: '2026-01-01', end: '2026-08-31', contractId: 'w-1' };
    const ofWarranty = { ...contract, id: 'w-1', number: 'W-1', kind: 'Warranty' as const, terms: null };
    const called = () => screen.getAllByRole('link', { name: /^Call / }).map((link) => link.getAttribute('aria-label'));

    it('where one vendor holds the warranty, the contract and the service', () => {
      const sameNumber = { name: 'R. Kulkarni', phone: '+91 20 5550 123' };
      draw([covered, warranty], [contract, { ...ofWarranty, contactName: '' }], { serviceContact: sameNumber });
      expect(called()).toEqual(['Call R. Kulkarni, +91 20 5550-123']);
      expect(screen.getAllByText('R. Kulkarni')).toHaveLength(1);
    });

    it('with the name of another person who answers it, and every other number', () => {
      draw([covered, warranty], [contract, { ...ofWarranty, contactName: '', phone: '1800 55' }], {
        serviceContact: { name: 'S. Joshi', phone: contract.phone },
      });
      expect(called()).toEqual(['Call R. Kulkarni, +91 20 5550-123', 'Call Meditech, 1800 55']);
      expect(screen.getByText('S. Joshi, same number')).toBeTruthy();
    });
  });

  it('has no card without cover and service contact', () => {
    draw([]);
    expect(screen.queryByText('Warranty and Service')).toBeNull();
  });
});
