import { describe, expect, it } from 'vitest';
import { type DatedTask, daysAfterAttempt, daysAfterMove } from '#contract/rules/task-days.ts';
import { orderEvents, workEvent } from '#contract/rules/work-events.ts';
import type { WorkEvent } from '#contract/records/work-event.ts';

interface Act {
  kind: 'move' | 'attempt';
  /** Minute and day of the month. */
  at: number;
  to: number;
}
const instantOf = (minute: number): string => `2026-06-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const dayOf = (day: number): string => `2026-07-${String(day).padStart(2, '0')}`;
const facts = (at: string) => ({ id: at, at, receivedAt: null, by: 'A. Rao', byRole: 'BME' as const });

const fresh: DatedTask = { taskDate: dayOf(1), dueOn: null, attemptedAt: null, events: [] };

/** Applies an action to a task, as both sides do. */
function after(task: DatedTask, act: Act): DatedTask {
  const [at, day] = [instantOf(act.at), dayOf(act.to)];
  const withEvent = (event: WorkEvent) => ({ events: orderEvents([...task.events, event]) });
  if (act.kind === 'attempt') {
    const days = daysAfterAttempt(task, { at, next: day });
    const event = workEvent('attempted', { reason: 'in-use', note: '', next: day }, facts(at));
    return { ...task, ...days, ...(days && { attemptedAt: at }), ...withEvent(event) };
  }
  const { from, days } = daysAfterMove(task, { at, to: day });
  return { ...task, ...days, ...withEvent(workEvent('moved', { from, to: day, reason: 'Agreed' }, facts(at))) };
}

function orders<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first, at) => orders(items.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

const move = (at: number, to: number): Act => ({ kind: 'move', at, to });
const attempt = (at: number, to: number): Act => ({ kind: 'attempt', at, to });

describe('The days of a task', () => {
  it.each([
    ['an attempt before a move', [attempt(1, 4), move(2, 20)], { taskDate: 20, dueOn: null, attempted: 1 }],
    ['an attempt after a move', [move(1, 20), attempt(2, 4)], { taskDate: 4, dueOn: 20, attempted: 2 }],
    ['two moves', [move(1, 20), move(2, 9)], { taskDate: 9, dueOn: null, attempted: null }],
    ['two attempts', [attempt(1, 20), attempt(2, 9)], { taskDate: 9, dueOn: 1, attempted: 2 }],
    [
      'an attempt between two moves',
      [move(1, 20), attempt(2, 4), move(3, 25)],
      { taskDate: 25, dueOn: null, attempted: 2 },
    ],
    [
      'a move between two attempts',
      [attempt(1, 4), move(2, 20), attempt(3, 6)],
      { taskDate: 6, dueOn: 20, attempted: 3 },
    ],
    [
      'two moves and two attempts',
      [move(1, 20), attempt(2, 4), move(3, 25), attempt(4, 7)],
      { taskDate: 7, dueOn: 25, attempted: 4 },
    ],
  ])('after %s are the same in either order of arrival', (_what, acts, end) => {
    for (const arriving of orders(acts)) {
      const { taskDate, dueOn, attemptedAt } = arriving.reduce(after, fresh);
      expect([arriving, taskDate, dueOn, attemptedAt]).toEqual([
        arriving,
        dayOf(end.taskDate),
        end.dueOn === null ? null : dayOf(end.dueOn),
        end.attempted === null ? null : instantOf(end.attempted),
      ]);
    }
  });

  it('apply a move before an attempt of the same instant', () => {
    const acts = [move(1, 20), attempt(1, 4)];
    for (const arriving of orders(acts))
      expect(arriving.reduce(after, fresh)).toMatchObject({ taskDate: dayOf(4), dueOn: dayOf(20) });
  });

  it('ignore a later move without an author, which its plan made', () => {
    const planned = workEvent(
      'moved',
      { from: dayOf(1), to: dayOf(3) },
      { ...facts(instantOf(9)), by: null, byRole: null },
    );
    const task = { ...fresh, taskDate: dayOf(3), events: [planned] };
    expect(daysAfterMove(task, { at: instantOf(1), to: dayOf(20) })).toEqual({
      from: dayOf(3),
      days: { taskDate: dayOf(20), dueOn: null },
    });
    expect(daysAfterAttempt(task, { at: instantOf(1), next: dayOf(4) })).toEqual({
      taskDate: dayOf(4),
      dueOn: dayOf(3),
    });
  });
});
