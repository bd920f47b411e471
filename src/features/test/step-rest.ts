/** How long touches are ignored after a new step appears: a double tap would answer it unseen. Units: ms. */
const restMs = 600;

/** The pause after moving to the next step. */
export interface StepRest {
  begin: () => void;
  isOver: () => boolean;
}

/** Creates a pause that has not started yet; `now` in ms. */
export function createStepRest({ now }: { now: () => number }): StepRest {
  let until = -Infinity;
  return {
    begin() {
      until = now() + restMs;
    },
    isOver: () => now() >= until,
  };
}
