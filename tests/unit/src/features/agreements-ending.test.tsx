// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import type { AgreementTerms } from '#contract/records/agreement-terms.ts';
import type { WarrantyCover } from '#contract/records/plan.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { agreementRecord, deviceRecord, taskRecord } from '#tests/support/ward-records.ts';
import { AgreementsEnding } from '#ui/features/dashboard/agreements-ending.tsx';

beforeEach(() => {
  // 01:30 on 2 October in the hospital.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-01T20:00:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const cover = (number: string, end: string, more: Partial<WarrantyCover> = {}): WarrantyCover => ({
  number,
  start: '2026-01-01',
  end,
  ...more,
});
const agreementOf = (terms: AgreementTerms) =>
  agreementRecord({ id: 'c-2', number: 'CMC-2', endOn: '2026-11-01', terms });
const engineOf = (...warranties: WarrantyCover[]) =>
  createFakeEngine({ records: { device: [deviceRecord({ id: 'd-1', warranties })] } });
const rows = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

describe('P127 contracts that end soon', () => {
  it('are on the dashboard with days left, the nearest first, and link to their row in the list', () => {
    const shared = cover('CMC-2', '2026-11-01', { kind: 'CMC', contractId: 'c-2' });
    const engine = createFakeEngine({
      records: {
        device: [
          deviceRecord({ id: 'd-1', warranties: [shared, cover('W-1', '2026-10-02'), cover('W-2', '2026-10-03')] }),
          deviceRecord({ id: 'd-2', warranties: [shared, cover('W-3', '2026-10-01'), cover('W-4', '2027-01-01')] }),
        ],
      },
    });
    drawScreen(<AgreementsEnding />, { engine });
    expect(rows()).toEqual([
      'Warranty W-1Ends 2 Oct 2026, 1 deviceEnds today',
      'Warranty W-2Ends 3 Oct 2026, 1 device1 day left',
      'CMC CMC-2Ends 1 Nov 2026, 2 devices30 days left',
    ]);
    expect(screen.getByRole('link', { name: 'CMC CMC-2' }).getAttribute('href')).toBe('/warranty?search=CMC-2');
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/print/contracts');
  });

  it('are not shown if none ends, or if it has not begun', () => {
    drawScreen(<AgreementsEnding />, {
      engine: engineOf(cover('W-1', '2027-01-01'), cover('W-2', '2026-12-01', { start: '2026-10-03' })),
    });
    expect(screen.queryByText('Contracts Ending')).toBeNull();
  });

  it('are limited to five; the register shows the total', () => {
    drawScreen(<AgreementsEnding />, {
      engine: engineOf(...Array.from({ length: 8 }, (_none, at) => cover(`W-${at}`, `2026-10-1${at}`))),
    });
    expect(rows()).toHaveLength(5);
    expect(screen.getByRole('link', { name: 'Register (8)' }).getAttribute('href')).toBe(
      '/print/contracts?state=ending',
    );
  });

  it("P137 show how many of the year's promised visits were made; ten months have their share of four", () => {
    const engine = engineOf(cover('CMC-2', '2026-11-01', { kind: 'CMC', contractId: 'c-2' }));
    const pm = taskRecord({ deviceId: 'd-1', type: 'PM', warrantyNumber: 'CMC-2', closedAt: '2026-03-01T05:00:00Z' });
    const contract = agreementOf({ ...blankTerms(), visitsPerYear: 4 });
    engine.change({ records: { ...engine.world.records, contract: [contract], task: [pm] } });
    drawScreen(<AgreementsEnding />, { engine });
    expect(rows()).toEqual(['CMC CMC-2Ends 1 Nov 2026, 1 device, 1 of 3 visits this contract year30 days left']);
    expect(screen.getByRole('link', { name: '1 of 3 visits this contract year' }).getAttribute('href')).toBe(
      '/warranty/visits/c-2',
    );
  });

  it('P143 are shown before the last day to give notice, and before the end after that', () => {
    const engine = engineOf(
      cover('CMC-2', '2027-01-31', { kind: 'CMC', contractId: 'c-2' }),
      cover('W-1', '2026-10-20'),
    );
    const rowsWith = (noticeDays: number) => {
      const contract = agreementOf({ ...blankTerms(), noticeDays });
      act(() => engine.change({ records: { ...engine.world.records, contract: [contract] } }));
      return rows();
    };
    drawScreen(<AgreementsEnding />, { engine });
    expect(rowsWith(120)).toEqual([
      'CMC CMC-2Ends 31 Jan 2027, give notice by 3 Oct 2026, 1 deviceNotice in 1 day',
      'Warranty W-1Ends 20 Oct 2026, 1 device18 days left',
    ]);
    expect(rowsWith(121)[0]).toBe('CMC CMC-2Ends 31 Jan 2027, give notice by 2 Oct 2026, 1 deviceGive notice today');
    expect(rowsWith(122)).toEqual(['Warranty W-1Ends 20 Oct 2026, 1 device18 days left']);
    act(() =>
      engine.change({
        records: { ...engine.world.records, setting: [{ id: 'contracts', endSteps: [150, 60, 30, 7] }] },
      }),
    );
    expect(rows()[1]).toBe('CMC CMC-2Ends 31 Jan 2027, notice was due by 1 Oct 2026, 1 device121 days left');
  });

  it('P136 are shown from the first warning day set by the hospital, at once after a change', () => {
    const engine = engineOf(cover('W-1', '2026-12-31'), cover('W-2', '2027-01-20'));
    drawScreen(<AgreementsEnding />, { engine });
    expect(rows()).toEqual(['Warranty W-1Ends 31 Dec 2026, 1 device90 days left']);
    const set = (endSteps: number[]) =>
      act(() => engine.change({ records: { ...engine.world.records, setting: [{ id: 'contracts', endSteps }] } }));
    set([120, 60, 30, 7]);
    expect(rows()).toHaveLength(2);
    set([60, 30, 14, 7]);
    expect(screen.queryByText('Contracts Ending')).toBeNull();
  });

  it('P136 have the colour of the warning they have reached', () => {
    const engine = engineOf(cover('W-1', '2026-10-05'), cover('W-2', '2026-10-12'), cover('W-3', '2026-10-30'));
    engine.change({ records: { ...engine.world.records, setting: [{ id: 'contracts', endSteps: [60, 30, 14, 3] }] } });
    drawScreen(<AgreementsEnding />, { engine });
    const tones = ['3 days left', '10 days left', '28 days left'].map((words) =>
      ['danger', 'warn', 'info'].find((tone) => screen.getByText(words).className.includes(tone)),
    );
    expect(tones).toEqual(['danger', 'warn', 'info']);
  });
});
