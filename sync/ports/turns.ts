/** Serializes work that must not overlap. */

/** Runs one operation at a time, in the order in which they were passed in; only the caller sees a failure. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
