/** Work that must not overlap. */

/** Runs one piece of work at a time, in the order in which it was given; a failure stays with its caller. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
