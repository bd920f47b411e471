import { expect, test } from 'vitest';
import { createStepRest } from '#ui/features/test/step-rest.ts';

test('a rest begins with a step that moved forward, lasts 600 ms, and begins again with the next one', () => {
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
