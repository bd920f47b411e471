import { expect, test } from 'vitest';
import { createStepRest } from '#ui/features/test/step-rest.ts';

test('the lockout after moving to the next step lasts 600 ms, and restarts with each further step', () => {
  let at = 5;
  const rest = createStepRest({ now: () => at });
  expect(rest.isOver()).toBe(true);
  rest.begin();
  expect(rest.isOver()).toBe(false);
  at += 599;
  expect(rest.isOver()).toBe(false);
  at += 1;
  expect(rest.isOver()).toBe(true);
  rest.begin();
  expect(rest.isOver()).toBe(false);
});
