import { describe, expect, test } from 'vitest';
import { contractCost, deviceShare, type PricedAgreement } from '#contract/rules/agreements/price.ts';

const contract = (more: Partial<PricedAgreement> = {}): PricedAgreement => ({
  startOn: '2025-07-01',
  endOn: '2027-06-30',
  yearlyPrice: 36_500,
  taxPercent: null,
  ...more,
});
const leap = { startOn: '2024-02-29', endOn: '2026-02-27', yearlyPrice: 36_600 };

describe('P144 the cost of a contract', () => {
  test.each<[string, Partial<PricedAgreement>, [string, string], number]>([
    ['a day', {}, ['2026-01-01', '2026-01-01'], 100],
    ['a month of 30 days', {}, ['2026-04-01', '2026-04-30'], 3_000],
    ['its first day alone', {}, ['2025-06-01', '2025-07-01'], 100],
    ['its last day alone', {}, ['2027-06-30', '2027-08-01'], 100],
    ['nothing before it', {}, ['2025-06-01', '2025-06-30'], 0],
    ['nothing after it', {}, ['2027-07-01', '2028-07-01'], 0],
    ['a year of it', {}, ['2025-07-01', '2026-06-30'], 36_500],
    ['a year across two of its years', {}, ['2026-01-01', '2026-12-31'], 36_500],
    ['all of it', {}, ['2000-01-01', '2040-01-01'], 73_000],
    ['tax', { taxPercent: 18 }, ['2026-01-01', '2026-01-10'], 1_180],
    ['no tax', { taxPercent: 0 }, ['2026-01-01', '2026-01-10'], 1_000],
    [
      'a year with a 29 February, the same',
      { startOn: '2027-07-01', endOn: '2028-06-30' },
      ['2027-07-01', '2028-06-30'],
      36_500,
    ],
    ['a day of a year with a 29 February', { ...leap }, ['2024-02-29', '2024-02-29'], 100.273_972_602_739_73],
    ['a year from a 29 February', { ...leap }, ['2024-02-29', '2025-02-27'], 36_600],
    ['both years from a 29 February', { ...leap }, ['2020-01-01', '2030-01-01'], 73_200],
    ['18 months', { endOn: '2026-12-31' }, ['2025-07-01', '2026-12-31'], 36_500 + 184 * 100],
    ['nothing where nothing is paid', { yearlyPrice: 0 }, ['2026-01-01', '2026-12-31'], 0],
    ['nothing of days the wrong way round', {}, ['2026-02-01', '2026-01-01'], 0],
  ])('%s', (_what, more, [from, to], expected) => {
    expect(contractCost(contract(more), { from, to })).toBeCloseTo(expected, 6);
  });

  test('the months of a year add up to the year', () => {
    const months = Array.from({ length: 12 }, (_none, at) => {
      const month = `2026-${String(at + 1).padStart(2, '0')}`;
      const last = new Date(Date.UTC(2026, at + 1, 0)).toISOString().slice(0, 10);
      return contractCost(contract({ taxPercent: 18 }), { from: `${month}-01`, to: last });
    });
    const year = contractCost(contract({ taxPercent: 18 }), { from: '2026-01-01', to: '2026-12-31' });
    expect(months.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(year, 6);
  });

  test('is shared equally by its devices, and by nobody if it has none', () => {
    const span = { from: '2026-01-01', to: '2026-01-10' };
    expect([4, 1, 0].map((devices) => deviceShare(contract(), devices, span))).toEqual([250, 1_000, 0]);
  });
});
