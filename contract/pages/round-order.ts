/** The state of a template today: a round of it is under way, is still to be done, or was submitted. */
export type RoundStage = 'begun' | 'pending' | 'done';

const order: readonly RoundStage[] = ['begun', 'pending', 'done'];

/** Returns the stage of a template; one that is walked a second time counts as begun again. */
export function roundStage({ isBegun, isDoneToday }: { isBegun: boolean; isDoneToday: boolean }): RoundStage {
  if (isBegun) return 'begun';
  return isDoneToday ? 'done' : 'pending';
}

/**
 * Orders lists of rounds: first those that can be continued, then pending ones, then those that are done; otherwise
 * the order is unchanged.
 */
export function orderRounds<Row>(rows: readonly Row[], stageOf: (row: Row) => RoundStage): Row[] {
  return rows.toSorted((a, b) => order.indexOf(stageOf(a)) - order.indexOf(stageOf(b)));
}
