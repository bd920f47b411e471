import { afterAll, describe, expect, it } from 'vitest';
import { createChangeHub } from '#server/db/change-hub.ts';
import { createEmbeddedBench, quiet } from './embedded-support.ts';

const bench = createEmbeddedBench();
afterAll(() => bench.clear());

describe('Live events', () => {
  it('back off between reconnects while the database is down, in one loop', async () => {
    const database = await bench.start(await bench.makeDataDir());
    const triedAt: number[] = [];
    let third: () => void = () => undefined;
    const thirdTry = new Promise<void>((resolve) => (third = resolve));
    const hub = createChangeHub(database.connection, {
      ...quiet,
      warn: (_details, message) => {
        if (message !== 'Live events are paused until the database answers') return;
        triedAt.push(Date.now());
        if (triedAt.length === 3) third();
      },
    });
    await hub.start();
    await database.stop();
    await thirdTry;
    await hub.stop();
    const [first = 0, second = 0, last = 0] = triedAt;
    expect(second - first).toBeGreaterThanOrEqual(450);
    expect(last - second).toBeGreaterThanOrEqual(900);
    expect(triedAt).toHaveLength(3);
  });
});
