/** How far a template is today: a round of it is under way, is still to come, or was submitted. */
export type RoundStage = 'begun' | 'pending' | 'done';

const order: readonly RoundStage[] = ['begun', 'pending', 'done'];

/** The stage of a template; one that is walked a second time is begun again. */
export function roundStage({ isBegun, isDoneToday }: { isBegun: boolean; isDoneToday: boolean }): RoundStage {
  if (isBegun) return 'begun';
  return isDoneToday ? 'done' : 'pending';
}

/** Orders what lists rounds: first what can be continued, then what is pending, then what is done; else as it was. */
export function orderRounds<Row>(rows: readonly Row[], stageOf: (row: Row) => RoundStage): Row[] {
  return rows.toSorted((a, b) => order.indexOf(stageOf(a)) - order.indexOf(stageOf(b)));
}
