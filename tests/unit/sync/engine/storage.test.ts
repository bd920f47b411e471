import { expect, test } from 'vitest';
import { createEngine } from '#sync/engine/engine.ts';
import { closing, createBench, offline } from '../bench.ts';
import { evictedText } from '#sync/engine/upkeep/canary.ts';
import { lostEntriesIn } from '#tests/support/lost-entries.ts';

/** Creates an offline tablet whose storage was evicted with one unsent entry. */
async function evictedWithOneEntry() {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  bench.network = offline;
  await bench.during(engine.save('closeTask', closing('7')));
  tab.kill();
  await bench.tablet.evict();
  return bench;
}

test('ST1 a cleared IndexedDB is detected and reported with the number of lost entries', async () => {
  const bench = await evictedWithOneEntry();
  const later = await bench.openTab();
  expect(later.engine.warnings()).toEqual([
    {
      code: 'evicted',
      count: 1,
      text: 'The browser has cleared the storage of this app, including 1 entry not yet sent. Please enter it again.',
    },
  ]);
});

test('ST1 an eviction is reported at each start until someone has signed in', async () => {
  const bench = await evictedWithOneEntry();
  bench.network = () => undefined;
  const left = await bench.openTab();
  left.tab.kill();
  const told = [{ code: 'evicted', text: expect.stringContaining('1 entry') }];
  const { engine: again, tab: next } = await bench.signIn('asha');
  expect(again.warnings()).toMatchObject(told);
  next.kill();
  expect((await bench.openTab()).engine.warnings()).toEqual([]);
});

test('ST1 an eviction is reported even if the first start after it crashes early', async () => {
  for (let steps = 1; steps <= 12; steps += 1) {
    const bench = await evictedWithOneEntry();
    const dying = bench.tablet.openTab();
    dying.fuse.stepsLeft = steps;
    await bench.time.run(1000);
    dying.kill();
    const later = await bench.openTab();
    expect(later.engine.warnings(), `killed at step ${steps}`).toMatchObject([
      { code: 'evicted', text: expect.stringContaining('1 entry') },
    ]);
  }
});

test('ST1 refused entries that were lost with the storage are reported too', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  await bench.during(engine.save('closeTask', closing('7')));
  const second = await bench.during(engine.save('closeTask', closing('7', 'Also changed the fuse')));
  await bench.during(engine.outcome(second.id, 5000));
  await bench.time.run(1000);
  expect(engine.outbox()).toMatchObject([{ state: 'done' }, { state: 'attention' }]);
  tab.kill();
  await bench.tablet.evict();
  const later = await bench.openTab();
  expect(later.engine.warnings()).toMatchObject([{ code: 'evicted', text: expect.stringContaining('1 entry') }]);
});

test('ST1 a first start and an ordinary start show no warning', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  expect(engine.warnings()).toEqual([]);
  tab.kill();
  expect((await bench.openTab()).engine.warnings()).toEqual([]);
});

test('ST3 a browser without storage says so and sends while it is online', async () => {
  const bench = createBench();
  const { tab } = await bench.openTab();
  const indexedDB = new Proxy(tab.ports.databases.indexedDB, {
    get: () => () => {
      throw new DOMException('No storage here.', 'SecurityError');
    },
  });
  const databases = { ...tab.ports.databases, indexedDB };
  const engine = await bench.during(createEngine({ ...tab.ports, databases }));
  expect(engine.warnings()).toMatchObject([{ code: 'no-storage' }]);
  await bench.during(engine.login('asha@ward.test', 'secret1'));
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  expect(await bench.during(engine.outcome(id, 1000))).toMatchObject({ kind: 'received' });
  expect(bench.server.effects()).toMatchObject([{ key: id }]);
  bench.network = offline;
  await expect(bench.during(engine.save('closeTask', closing('8')))).rejects.toMatchObject({ kind: 'offline' });
});

test('ST3 without storage a retried save is one entry, and names no file that is not stored', async () => {
  const bench = createBench();
  const { tab } = await bench.openTab();
  const indexedDB = new Proxy(tab.ports.databases.indexedDB, {
    get: () => () => {
      throw new DOMException('No storage here.', 'SecurityError');
    },
  });
  const engine = await bench.during(createEngine({ ...tab.ports, databases: { ...tab.ports.databases, indexedDB } }));
  await bench.during(engine.login('asha@ward.test', 'secret1'));
  const ref = { sha256: 'ab'.repeat(32), size: 3, mime: 'image/jpeg' as const, name: 'panel.jpg' };
  const files = [{ ref, bytes: new ArrayBuffer(3) }];
  bench.network = (request) => (request.headers['idempotency-key'] ? 'lose-answer' : undefined);
  const body = { ...closing('7'), files: [ref] };
  await expect(bench.during(engine.save('closeTask', body, { files }))).rejects.toMatchObject({ kind: 'offline' });
  bench.network = () => undefined;
  const saved = await bench.during(engine.save('closeTask', body, { files }));
  expect(saved.refusedFiles).toEqual([{ ...ref, reason: 'no-storage' }]);
  expect(bench.server.effects()).toMatchObject([{ key: saved.id, body: { files: [{ missing: 'no-storage' }] } }]);
});

test('ST4 a lost connection to IndexedDB is reopened and the save succeeds', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.tablet.failStorage(1);
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  expect(await bench.during(engine.outcome(id, 5000))).toMatchObject({ kind: 'received' });
});

test('a wrong clock of the tablet is reported', async () => {
  const bench = createBench();
  bench.tablet.clockOffsetMs = -30 * 60_000;
  const { engine } = await bench.signIn('asha');
  expect(engine.warnings()).toEqual([
    { code: 'clock', count: 1, text: 'The clock of this tablet is 30 minutes behind.' },
  ]);
});

test('ST9 a clock that fell behind the last contact is reported, and marks what is saved meanwhile', async () => {
  const bench = createBench();
  const { tab, engine } = await bench.signIn('asha');
  const { id: before } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.during(engine.outcome(before, 5000));
  const contactMs = bench.time.now();
  bench.network = () => 'refuse';
  tab.kill();
  bench.tablet.clockOffsetMs = -3 * 24 * 3600_000;
  const { engine: later } = await bench.openTab(tab.session);
  expect(later.warnings()).toMatchObject([
    { text: 'The clock of this tablet is at least 3 days behind. Set it, or go on: times will be estimated.' },
  ]);
  const { id } = await bench.during(later.save('closeTask', closing('8')));
  const entry = later.outbox().find((one) => one.id === id);
  expect(entry?.timeEstimated).toBe(true);
  expect(Date.parse(entry?.madeAt ?? '')).toBeGreaterThan(contactMs - 60_000);
  expect(later.outbox().find((one) => one.id === before)?.timeEstimated).toBe(false);
  bench.network = () => undefined;
  bench.tablet.signOfLife();
  await bench.time.run(120_000);
  expect(later.warnings()).toMatchObject([{ text: 'The clock of this tablet is 3 days behind.' }]);
});

test("ST9 an entry shows the server's time of receipt, whatever the tablet's clock shows", async () => {
  const bench = createBench();
  bench.tablet.clockOffsetMs = -3 * 24 * 3600_000;
  const { engine } = await bench.signIn('asha');
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.during(engine.outcome(id, 5000));
  const receivedMs = Date.parse(engine.outbox().find((one) => one.id === id)?.answeredAt ?? '');
  expect(Math.abs(receivedMs - bench.time.now())).toBeLessThan(10_000);
});

test('PU19 after a restored backup the settled entries are sent again under their keys', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.during(engine.outcome(id, 5000));
  await bench.time.run(120_000);
  bench.server.restore();
  expect(bench.server.effects()).toEqual([]);
  await bench.time.run(300_000);
  expect(bench.server.effects()).toMatchObject([{ key: id, userId: 'asha' }]);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
});

test('PU21 work that a restored server lacks is sent again even if no replica ever had it', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const second = await bench.secondTablet('ravi');
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.during(engine.outcome(id, 5000));
  bench.server.restore();
  const { id: later } = await bench.during(second.save('closeTask', closing('8')));
  await bench.during(second.outcome(later, 5000));
  await bench.time.run(120_000);
  expect(bench.server.effects()).toMatchObject([{ key: later }]);
  // The tablet has locked itself overnight.
  await bench.time.run(25 * 3600_000);
  expect(await bench.during(engine.unlock('secret1'))).toBe(true);
  await bench.time.run(120_000);
  expect(bench.server.effects()).toMatchObject([{ key: later }, { key: id, userId: 'asha' }]);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
}, 120_000);

test.each([0, 1, 116, 1234])('campaigns parse from the text that %i entries were lost', (unsent) => {
  expect(lostEntriesIn(evictedText(unsent))).toBe(unsent);
});
