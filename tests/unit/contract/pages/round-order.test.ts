import { describe, expect, it } from 'vitest';
import { orderRounds, roundStage } from '#contract/pages/round-order.ts';

const row = (name: string, isBegun: boolean, isDoneToday: boolean) => ({ name, isBegun, isDoneToday });

describe('The order of rounds', () => {
  it('is resumable, pending, then done, each group in its previous order', () => {
    const rows = [
      row('done', false, true),
      row('pending 1', false, false),
      row('begun again', true, true),
      row('pending 2', false, false),
      row('begun', true, false),
    ];
    expect(orderRounds(rows, roundStage).map(({ name }) => name)).toEqual([
      'begun again',
      'begun',
      'pending 1',
      'pending 2',
      'done',
    ]);
    expect(rows[0]?.name).toBe('done');
  });
});
