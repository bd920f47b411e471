import { describe, expect, test } from 'vitest';
import { createEngine } from '#sync/engine/engine.ts';
import { startEngine } from '#sync/engine/start/start.ts';
import type { WardEngine } from '#sync/types.ts';
import { closing, createBench, offline } from '../bench.ts';
import type { Bench } from '../bench.ts';

const ticketReport = {
  installationBaseId: '12',
  issueType: 'Electrical',
  problemReported: 'No power',
  priority: 'High',
  reportedDate: '2026-11-21',
} as const;

/** Reopens a tablet without network that was used online before; `engine` is the one its page starts with. */
async function openAgain(start: (bench: Bench) => Promise<WardEngine>) {
  const bench = createBench();
  const { tab, engine } = await bench.signIn('asha');
  await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(90_000);
  expect(engine.outbox()).toMatchObject([{ state: 'done' }]);
  tab.kill();
  bench.network = offline;
  return { bench, engine: await start(bench) };
}

/** Returns the ports of a context whose own tab is idle. */
async function portsOf(bench: Bench) {
  const { tab } = await bench.openTab();
  await bench.during(tab.engine()?.dispose() ?? Promise.resolve());
  return tab.ports;
}

const engines = {
  quick: async (bench: Bench) => {
    const ports = await portsOf(bench);
    let loads = 0;
    const started = await bench.during(
      startEngine(ports, (opened) => {
        loads += 1;
        return createEngine(ports, opened);
      }),
    );
    expect(loads).toBe(0);
    return started.engine;
  },
  whole: async (bench: Bench) => {
    const ports = await portsOf(bench);
    return bench.during(createEngine(ports));
  },
};

describe.each(Object.entries(engines))('the %s engine', (_name, start) => {
  test('shows who is signed in, what was saved and the rows', async () => {
    const { engine } = await openAgain(start);
    expect(engine.session()).toMatchObject({ kind: 'signed-in', session: { userId: 'asha' } });
    expect(engine.outbox()).toMatchObject([{ kind: 'task.close', state: 'done', own: true, canAddNote: false }]);
    expect(engine.status()).toMatchObject({ waiting: 0, attention: 0, updateRequired: false });
    expect([engine.unsentCount(), engine.isIdle(), engine.warnings()]).toEqual([0, true, []]);
    expect(engine.view()).toBe(engine.view());
    expect(engine.view().ready).toBe(true);
    expect(engine.newKey()).not.toBe(engine.newKey());
  });

  test('saves an entry, notifies its listeners and counts it', async () => {
    const { bench, engine } = await openAgain(start);
    let changes = 0;
    const unsubscribe = engine.subscribe(() => (changes += 1));
    const { id, refusedFiles } = await bench.during(engine.save('escalateTask', { taskId: '8' }));
    await bench.time.settle();
    expect(refusedFiles).toEqual([]);
    expect(engine.outbox().at(-1)).toMatchObject({ id, own: true });
    expect([engine.unsentCount(), engine.status().waiting]).toEqual([1, 1]);
    expect(changes).toBeGreaterThan(0);
    expect(await bench.during(engine.outcome(id, 5000))).toEqual({ kind: 'saved-on-tablet' });
    unsubscribe();
    const heard = changes;
    await bench.during(engine.save('escalateTask', { taskId: '9' }));
    await bench.time.settle();
    expect(changes).toBe(heard);
  });

  test('reports an entry as saved on the tablet at once if the previous one got no response', async () => {
    const { bench, engine } = await openAgain(start);
    const ticket = await bench.during(engine.save('reportTicket', ticketReport));
    await bench.during(engine.outcome(ticket.id, 4000));
    const closed = await bench.during(engine.save('closeTicket', { id: ticket.id, actionTaken: 'Fuse changed' }));
    const before = bench.time.now();
    expect(await bench.during(engine.outcome(closed.id, 4000))).toEqual({ kind: 'saved-on-tablet' });
    expect(bench.time.now() - before).toBeLessThan(100);
  });

  test('keeps drafts until their entry is saved', async () => {
    const { bench, engine } = await openAgain(start);
    await bench.during(engine.writeDraft('close 8', { actionTaken: 'half' }));
    expect(await bench.during(engine.readDraft('close 8'))).toEqual({ actionTaken: 'half' });
    await bench.during(engine.save('closeTask', closing('8'), { draftKey: 'close 8' }));
    expect(await bench.during(engine.readDraft('close 8'))).toBeUndefined();
    await bench.during(engine.writeDraft('close 9', {}));
    await bench.during(engine.deleteDraft('close 9'));
    expect(await bench.during(engine.readDraft('close 9'))).toBeUndefined();
  });

  test('refuses what it cannot do with the same messages', async () => {
    const { bench, engine } = await openAgain(start);
    await expect(bench.during(engine.call('syncDigest'))).rejects.toMatchObject({ kind: 'offline' });
    await expect(
      bench.during(engine.download('deviceQrImage', { params: { serialNumber: 'SN-1' } })),
    ).rejects.toMatchObject({
      kind: 'offline',
    });
    await expect(bench.during(engine.retry('unknown'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(bench.during(engine.discard('unknown'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(bench.during(engine.addAsNote('unknown'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(bench.during(engine.save('closeTask', closing('8', '')))).rejects.toMatchObject({ code: 'invalid' });
    expect(await bench.during(engine.responseCache('vendorPage', {}))).toBeUndefined();
    expect(await bench.during(engine.localFile('0'.repeat(64)))).toBeUndefined();
  });

  test('exports unsent entries to a file and recognizes them on import', async () => {
    const { bench, engine } = await openAgain(start);
    await bench.during(engine.save('escalateTask', { taskId: '8' }));
    const file = await bench.during(engine.exportUnsent());
    expect(await bench.during(engine.importUnsent(file))).toEqual({ added: 0, known: 1 });
  });

  test('locks, unlocks with the password, and signs out', async () => {
    const { bench, engine } = await openAgain(start);
    await bench.during(engine.lock());
    expect(engine.session()).toMatchObject({ kind: 'locked', userName: 'Engineer asha' });
    expect(await bench.during(engine.unlock('wrong'))).toBe(false);
    expect(await bench.during(engine.unlock('secret1'))).toBe(true);
    expect(engine.session()).toMatchObject({ kind: 'signed-in' });
    await bench.during(engine.logout());
    expect(engine.session()).toEqual({ kind: 'signed-out', reason: null });
    await expect(bench.during(engine.save('escalateTask', { taskId: '8' }))).rejects.toMatchObject({
      code: 'signed-out',
    });
    await expect(bench.during(engine.login('asha@ward.test', 'secret1'))).rejects.toMatchObject({ kind: 'offline' });
  });

  test('sends when told to, and nothing after it is disposed of', async () => {
    const { bench, engine } = await openAgain(start);
    const { id } = await bench.during(engine.save('escalateTask', { taskId: '8' }));
    bench.network = () => undefined;
    engine.sendNow();
    await bench.time.run(10_000);
    expect(bench.server.effects().at(-1)).toMatchObject({ key: id });
    await bench.during(engine.dispose());
    const asked = bench.requests.length;
    await bench.time.run(300_000);
    expect(bench.requests).toHaveLength(asked);
  });
});
