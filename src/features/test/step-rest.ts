/** How long an answer is not taken where another step has just come up: a double tap would answer it unseen. Units: ms. */
const restMs = 600;

/** The rest after a step moved forward. */
export interface StepRest {
  begin: () => void;
  isOver: () => boolean;
}

/** A rest that nothing has begun yet; `now` in ms. */
export function createStepRest({ now }: { now: () => number }): StepRest {
  let until = -Infinity;
  return {
    begin() {
      until = now() + restMs;
    },
    isOver: () => now() >= until,
  };
}
