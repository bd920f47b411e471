/**
 * How long a tab may hold the lock while another one wants to send: longer than any request and proof of work take. A
 * phone may suspend a tab in the middle of sending, and a suspended tab gives nothing back. Units: milliseconds.
 */
const patienceMs = 2 * 60_000;

/**
 * Creates what allows only one of a phone's tabs to send at a time: a call does nothing while another tab sends, and
 * takes the lock from one that holds it for too long. Both then send, which is safe, because the server accepts each
 * report once.
 */
export function createAlone(locks: Pick<LockManager, 'request'>, now: () => number) {
  let refusedSince: number | null = null;
  return async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const isStuck = refusedSince !== null && now() - refusedSince > patienceMs;
    return locks.request('visitor-send', isStuck ? { steal: true } : { ifAvailable: true }, (lock) => {
      if (lock === null) {
        refusedSince ??= now();
        return undefined;
      }
      refusedSince = null;
      return work();
    });
  };
}
