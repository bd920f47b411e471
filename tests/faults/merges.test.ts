import { afterAll, expect, test } from 'vitest';
import type { TaskRecord } from '#contract/records/ward.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { endSharedDatabases } from '#tests/support/test-database.ts';
import { checkReplica } from './checks.ts';
import { createNetwork } from './network.ts';
import { startRealServer } from './real-server.ts';
import { createSeeded } from './seeded.ts';
import { simulate } from './simulation.ts';
import { createTablet } from './tablet.ts';
import { createVirtualTime } from './virtual-time.ts';

afterAll(endSharedDatabases, 30_000);

/** A run in which closings of tablets name vendors that the office has merged meanwhile. */
test('closings that refer to a merged vendor follow the merge, and nothing refers to a merged record at the end', async () => {
  const { lost, duplicated, stuck, broken, faults } = await simulate({ seed: 3, steps: 60, tablets: 2 });
  expect({ lost, duplicated, stuck, broken }).toEqual({ lost: [], duplicated: [], stuck: [], broken: [] });
  expect(faults.get('records merged')).toBeGreaterThan(1);
  expect(faults.get('merge followed')).toBeGreaterThan(0);
});

/** Work of two tablets that were both offline while the office merged, undid and merged again. */
test('closings by two tablets that were offline during merges arrive once each, at the surviving vendor', async () => {
  const time = createVirtualTime(Date.parse('2026-07-01T06:30:00Z'));
  const server = await startRealServer(time.now);
  const [one = '', two = '', three = ''] = server.twins[0]?.ids ?? [];
  const office = async (path: string, body: object) => {
    time.enter();
    expect(await server.asOffice(`/api/Merge/vendor/${path}`, body)).toBe(200);
    time.leave();
  };
  const people = [server.hospital.users.bme, server.hospital.users.secondBme];
  const tablets = people.map(({ email }, at) => {
    const random = createSeeded(at + 1);
    const network = createNetwork({ time, random: random.fork('network'), serve: server.handle, arm: server.arm });
    const surroundings = { time, random, onBlocked: () => undefined };
    const tablet = createTablet(`tablet ${at}`, { ...surroundings, network: (context) => network.forContext(context) });
    return { network, tablet, tab: tablet.openTab(), email };
  });
  try {
    await time.run(1000);
    const engineOf = (at: number) => tablets[at]?.tab.engine() ?? expect.fail('The tablet does not start');
    for (const [at, { email }] of tablets.entries()) void engineOf(at).login(email, seedPassword);
    await time.run(30_000);
    for (const { network, tablet } of tablets) {
      network.offline = true;
      tablet.looksOnline = false;
      tablet.signOfLife();
    }
    const open = engineOf(0)
      .view()
      .all('task')
      .filter(({ closedAt }) => closedAt === null);
    const close = (at: number, place: number, vendorId: string) =>
      void engineOf(at).save('closeTask', { taskId: open[place]?.id ?? '', actionTaken: `Done ${place}`, vendorId });
    close(0, 0, one);
    close(1, 1, one);
    close(1, 2, two);
    await time.run(5000);
    await office(one, { intoId: two });
    await office(`${one}/undo`, {});
    await office(one, { intoId: two });
    await office(two, { intoId: three });
    close(0, 3, two);
    await time.run(5000);
    for (const { network, tablet } of tablets) {
      network.offline = false;
      tablet.looksOnline = true;
      tablet.signOfLife();
    }
    await time.run(180_000);
    const facts = await server.facts();
    const closed = open.slice(0, 4).map(({ id }) => facts.replica.get(`task ${id}`) as TaskRecord | undefined);
    expect(closed.map((task) => [task?.actionTaken, task?.vendorId])).toEqual(
      [0, 1, 2, 3].map((place) => [`Done ${place}`, three]),
    );
    expect([...facts.effects.values()].filter((count) => count !== 1)).toEqual([]);
    for (const at of [0, 1]) {
      expect(
        engineOf(at)
          .outbox()
          .filter(({ state }) => state !== 'done'),
      ).toEqual([]);
      expect(checkReplica(`tablet ${at}`, engineOf(at), facts)).toEqual([]);
    }
  } finally {
    for (const { tab } of tablets) tab.kill();
    await server.close();
  }
});
