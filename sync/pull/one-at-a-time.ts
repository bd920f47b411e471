/**
 * Runs one piece of work at a time. A call while it runs gets the run that begins after the call; calls that wait for
 * the same run share it.
 */
export function oneAtATime<A extends unknown[]>(work: (...args: A) => Promise<void>): (...args: A) => Promise<void> {
  let running: Promise<void> | null = null;
  let following: Promise<void> | null = null;

  function run(...args: A): Promise<void> {
    if (running !== null) {
      following ??= running
        .catch(() => undefined)
        .then(() => {
          following = null;
          return run(...args);
        });
      return following;
    }
    running = work(...args).finally(() => {
      running = null;
    });
    return running;
  }
  return run;
}
