import type { Locks, Ports } from '#sync/ports/ports.ts';

/** Creates locks shared by a tablet's contexts; a killed holder releases its locks, a frozen one does not. */
export function createLockTable() {
  const held = new Map<string, object>();
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const resume of waiting.splice(0)) resume();
  };
  return {
    hold(name: string): () => void {
      const owner = {};
      held.set(name, owner);
      return () => this.dropOwner(owner);
    },
    dropOwner(owner: object) {
      for (const [name, holder] of held) if (holder === owner) held.delete(name);
      wake();
    },
    locksOf(owner: object, ports: () => Ports, works: () => boolean): Locks {
      async function holding<T>(name: string, work: () => Promise<T>): Promise<T> {
        held.set(name, owner);
        try {
          return await work();
        } finally {
          if (held.get(name) === owner) held.delete(name);
          wake();
        }
      }
      return {
        real: works,
        async ifFree(name, work) {
          if (held.has(name) && works()) return false;
          await holding(name, work);
          return true;
        },
        steal: (name, work) => holding(name, work),
        async exclusive(name, patienceMs, work) {
          const until = ports().clock.now() + patienceMs;
          while (works() && held.has(name) && ports().clock.now() < until) {
            const over = new AbortController();
            const timeout = ports().clock.delay(until - ports().clock.now(), over.signal);
            timeout.catch(() => undefined);
            await Promise.race([new Promise<void>((resolve) => waiting.push(resolve)), timeout]);
            over.abort();
          }
          return holding(name, work);
        },
      };
    },
  };
}
