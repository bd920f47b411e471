import { expect, test } from 'vitest';
import { createAlone } from '#ui/visitor/alone.ts';

/** The locks of a phone, of which a suspended tab may hold one without end. */
function openLocks() {
  let holder: string | null = null;
  const request = async (_name: string, options: LockOptions, work: (lock: Lock | null) => Promise<unknown>) => {
    if (holder !== null && options.steal !== true) return work(null);
    const mine = (holder = crypto.randomUUID());
    try {
      return await work({ name: '', mode: 'exclusive' });
    } finally {
      if (holder === mine) holder = null;
    }
  };
  return { request } as unknown as LockManager;
}

test('P395: two tabs do not send at once, and one that the phone suspended while sending does not stop the other', async () => {
  const locks = openLocks();
  let now = 0;
  const [suspended, open] = [createAlone(locks, () => now), createAlone(locks, () => now)];
  void suspended(() => new Promise(() => undefined));
  const sent: number[] = [];
  const send = () => open(async () => void sent.push(now));
  for (; now <= 150_000; now += 15_000) await send();
  // Once it has the lock, the tab sends at every look again.
  expect(sent).toEqual([135_000, 150_000]);
});
