/** A check as the scheduler sees it. */
export interface Scheduled {
  name: string;
  /** How many cores it uses; one that uses all of them runs alone. */
  cores: number;
  /** Checks that must succeed first: browser checks need the build. */
  after?: readonly string[];
}

/** How a check ended: it ran, or a check that it depends on failed. */
export type Ended<T> = { ran: true; result: T } | { ran: false; without: string };

/**
 * Runs the checks in order, as many in parallel as there are cores. Later checks may overtake one that waits for a
 * dependency, but not one that waits for cores, so that small checks do not starve a large one.
 */
export async function runScheduled<C extends Scheduled, T extends { ok: boolean }>(
  checks: readonly C[],
  cores: number,
  run: (check: C, alone: boolean) => Promise<T>,
  ended: (check: C, how: Ended<T>) => void,
): Promise<void> {
  const left = [...checks];
  const named = new Set(checks.map(({ name }) => name));
  const succeeded = new Set<string>();
  const failed = new Set<string>();
  const running = new Set<Promise<void>>();
  const sizeOf = (check: C): number => Math.min(check.cores, cores);
  let free = cores;

  const settle = (check: C, how: Ended<T>): void => {
    (how.ran && how.result.ok ? succeeded : failed).add(check.name);
    ended(check, how);
  };
  const start = (check: C): void => {
    const size = sizeOf(check);
    free -= size;
    const turn = run(check, size === cores).then((result) => {
      free += size;
      running.delete(turn);
      settle(check, { ran: true, result });
    });
    running.add(turn);
  };
  /** Returns the next check that can start now; settles those that never can. */
  const next = (): C | undefined => {
    for (const check of left.slice()) {
      // A dependency that is not part of this run blocks nothing.
      const before = (check.after ?? []).filter((name) => named.has(name));
      const without = before.find((name) => failed.has(name));
      if (without !== undefined) {
        left.splice(left.indexOf(check), 1);
        settle(check, { ran: false, without });
      } else if (before.every((name) => succeeded.has(name))) {
        if (sizeOf(check) > free) return undefined;
        left.splice(left.indexOf(check), 1);
        return check;
      }
    }
    return undefined;
  };
  for (;;) {
    for (let check = next(); check; check = next()) start(check);
    if (running.size === 0) break;
    await Promise.race(running);
  }
  if (left.length > 0) throw new Error(`These checks wait for each other: ${left.map(({ name }) => name).join(', ')}`);
}
