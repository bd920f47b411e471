import { IDBFactory, IDBIndex, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { problem } from '#contract/errors.ts';
import { openOutboxDatabase } from '#sync/outbox/database.ts';
import { createOutbox } from '#sync/outbox/outbox.ts';
import { upcast } from '#sync/outbox/upcast.ts';
import { statusOf } from '#sync/engine/reads/status.ts';
import type { Command } from '#sync/outbox/command.ts';
import type { SimulatedRequest } from '#tests/faults/wire-answer.ts';
import { outboxCommand } from '#tests/support/commands.ts';
import { closing, createBench, offline, startOfTest } from '../bench.ts';
import type { Interception } from '../bench.ts';

const open = () => undefined;

/** Returns the server's refusal of a task that somebody else has closed. */
function alreadyClosed(request: SimulatedRequest): Interception {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const headers = { 'X-Ward-Protocol': '1', 'Content-Type': 'application/problem+json', 'Idempotency-Key': key };
  const body = problem('task.already_closed', 'Closed already by Ben in Room 4.', { context: { closedBy: 'Ben' } });
  return { status: 409, headers, body: JSON.stringify(body) };
}

test('OB1 an offline save survives a killed tab and is sent when the network is back', async () => {
  const bench = createBench();
  const { tab, engine } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  tab.kill();
  const later = await bench.openTab();
  await bench.time.run(1000);
  expect(later.engine.outbox()).toMatchObject([{ id, state: 'waiting' }]);
  expect(later.engine.status().label).toBe('Sync: offline, 1 waiting');
  bench.network = open;
  await bench.time.run(61_000);
  expect(bench.server.effects().map(({ key }) => key)).toEqual([id]);
});

test('OB1 a kill at any storage step of a save leaves the whole entry or nothing', async () => {
  for (let steps = 1; steps <= 12; steps += 1) {
    const bench = createBench(steps);
    const { tab, engine } = await bench.signIn('asha');
    await bench.during(engine.writeDraft('close 7', { actionTaken: 'Filter' }));
    bench.network = offline;
    await bench.time.settle();
    let saved: string | null = null;
    tab.fuse.stepsLeft = steps;
    void engine.save('closeTask', closing('7'), { draftKey: 'close 7' }).then(
      ({ id }) => {
        saved = id;
      },
      () => undefined,
    );
    await bench.time.run(1000);
    tab.kill();
    const later = await bench.openTab();
    const entries = later.engine.outbox();
    const draft = await bench.during(later.engine.readDraft('close 7'));
    if (saved !== null) expect(entries.map((entry) => entry.id)).toEqual([saved]);
    expect({ entries: entries.length, draft }).toEqual(
      entries.length === 1 ? { entries: 1, draft: undefined } : { entries: 0, draft: { actionTaken: 'Filter' } },
    );
  }
});

test('OB1 a save repeated after an unnoticed commit is one entry', async () => {
  const db = await openOutboxDatabase({ indexedDB: new IDBFactory(), keyRange: IDBKeyRange, namePrefix: 'test-' });
  const outbox = createOutbox(db, () => 0);
  const { seq: _seq, ...command } = outboxCommand(1, 'closeTask', closing('7'));
  const first = await outbox.add(command, { files: [] });
  expect(await outbox.add(command, { files: [] })).toEqual(first);
  expect(await outbox.open()).toHaveLength(1);
});

test('OB1 a save does not read waiting entries again', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  for (const task of ['7', '8', '9']) await bench.during(engine.save('closeTask', closing(task)));
  await bench.time.run(61_000);
  const reads = [vi.spyOn(IDBIndex.prototype, 'getAll'), vi.spyOn(IDBIndex.prototype, 'get')];
  let done = 0;
  void engine.save('closeTask', closing('10')).then(() => {
    done = reads.flatMap(({ mock }) => mock.calls).length;
    for (const read of reads) read.mockRestore();
  });
  await bench.time.settle();
  expect(engine.outbox()).toHaveLength(4);
  expect(done).toBe(0);
});

test("OB2 the order is that of the saves, even if the tablet's clock jumps back", async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  const first = await bench.during(engine.save('escalateTask', { taskId: '7' }));
  bench.tablet.clockOffsetMs = -24 * 3600_000;
  const second = await bench.during(engine.save('closeTask', closing('7')));
  bench.network = open;
  bench.tablet.signOfLife();
  await bench.time.run(120_000);
  expect(bench.server.effects().map(({ key }) => key)).toEqual([first.id, second.id]);
});

test('OB3 a corrected entry replaces the refused one, and both stay readable', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  await bench.during(engine.save('closeTask', closing('7')));
  const refused = await bench.during(engine.save('closeTask', closing('7')));
  await bench.during(engine.outcome(refused.id, 5000));
  const better = await bench.during(engine.save('closeTask', closing('8'), { replaces: refused.id }));
  await bench.time.run(1000);
  expect(engine.outbox().map(({ id, state }) => ({ id, state }))).toEqual([
    { id: expect.any(String), state: 'done' },
    { id: refused.id, state: 'done' },
    { id: better.id, state: 'done' },
  ]);
  await bench.time.run(60_000);
  expect(engine.status().label).toBe('Sync: up to date');
});

test('OB4 an entry that was being sent when the tab died is sent again with the same key and body', async () => {
  const bench = createBench();
  const { tab, engine } = await bench.signIn('asha');
  bench.network = (request) => (request.headers['idempotency-key'] ? 'hang' : undefined);
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(100);
  tab.kill();
  bench.network = open;
  await bench.openTab();
  await bench.time.run(1000);
  const sent = bench.requests.filter((request) => request.headers['idempotency-key'] === id);
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent.map((request) => request.body)).size).toBe(1);
  expect(bench.server.effects()).toMatchObject([{ key: id }]);
});

test('OB5 a refused entry stays until its author discards it', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  await bench.during(engine.save('closeTask', closing('7')));
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  bench.tablet.clockOffsetMs = 40 * 24 * 3600_000;
  await bench.time.run(3600_000);
  tab.kill();
  const later = await bench.openTab();
  await bench.during(later.engine.login('ben@ward.test', 'secret1'));
  await expect(later.engine.discard(id)).rejects.toThrow('This entry is not on this tablet.');
  await bench.during(later.engine.login('asha@ward.test', 'secret1'));
  expect(later.engine.outbox().find((entry) => entry.id === id)).toMatchObject({ state: 'attention' });
  await bench.during(later.engine.discard(id));
  expect(later.engine.outbox().find((entry) => entry.id === id)).toBeUndefined();
});

test('OB5 only refused entries can be discarded', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.during(engine.discard(id));
  expect(engine.outbox()).toMatchObject([{ id, state: 'waiting' }]);
});

test('OB6 an empty note is refused with a message before anything is saved', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  await expect(engine.save('closeTask', closing('7', '  '))).rejects.toMatchObject({
    code: 'invalid',
    errors: { actionTaken: ['Actions Taken is required.'] },
  });
  expect(engine.outbox()).toEqual([]);
});

test('OB7 a row in an older format is read with its meaning', () => {
  const call = { name: 'closeTask', method: 'POST', path: '/api/BMEDashboard/task/close', body: {} } as const;
  const command = upcast({ seq: 1, id: 'a', kind: 'task.close', call });
  expect(command).toMatchObject({ state: 'waiting', version: 1, files: [], replacedBy: null, stream: 'entry:a' });
});

test('OB7 an entry from a release with another call name gets the call of its kind', () => {
  const call = { name: 'closeBreakdown' as never, method: 'POST', path: '/BreakDown/Close', body: null };
  expect(upcast({ seq: 1, id: 'a', kind: 'breakdown.close', version: 1, call }).call.name).toBe('closeTicket');
});

test('OB7 an entry of a kind that this app does not know is still sent', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  const db = await openOutboxDatabase(tab.ports.databases);
  await bench.during(db.write(['commands'], async ({ commands }) => commands.update(1, { kind: 'task.future' })));
  db.close();
  bench.network = open;
  bench.tablet.signOfLife();
  await bench.time.run(61_000);
  expect(bench.requests.some((request) => request.headers['x-ward-kind'] === 'task.future@1')).toBe(true);
  expect(engine.outbox().find((entry) => entry.id === id)).toBeDefined();
});

test('OB9 a draft survives the tab, belongs to its user and is deleted by the save', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  await bench.during(engine.writeDraft('close 7', { actionTaken: 'Fil' }));
  tab.kill();
  const later = await bench.openTab();
  expect(await bench.during(later.engine.readDraft('close 7'))).toEqual({ actionTaken: 'Fil' });
  await bench.during(later.engine.login('ben@ward.test', 'secret1'));
  expect(await bench.during(later.engine.readDraft('close 7'))).toBeUndefined();
  await bench.during(later.engine.login('asha@ward.test', 'secret1'));
  await bench.during(later.engine.save('closeTask', closing('7'), { draftKey: 'close 7' }));
  expect(await bench.during(later.engine.readDraft('close 7'))).toBeUndefined();
});

test('OB9 the photos of a draft are deleted by the save too, those of another draft stay', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  for (const part of ['', ':files', ':photo:ab12', '0', '0:files']) {
    await bench.during(engine.writeDraft(`close 7${part}`, part));
  }
  await bench.during(engine.save('closeTask', closing('7'), { draftKey: 'close 7' }));
  expect(await bench.during(engine.readDraft('close 7'))).toBeUndefined();
  expect(await bench.during(engine.readDraft('close 7:files'))).toBeUndefined();
  expect(await bench.during(engine.readDraft('close 7:photo:ab12'))).toBeUndefined();
  expect(await bench.during(engine.readDraft('close 70'))).toBe('0');
  expect(await bench.during(engine.readDraft('close 70:files'))).toBe('0:files');
});

test('OB10 unsent work can be carried to another tablet, and arrives once', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  const file = await bench.during(engine.exportUnsent());
  bench.network = open;
  const other = await bench.secondTablet('asha');
  expect(await bench.during(other.importUnsent(file))).toEqual({ added: 1, known: 0 });
  expect(await bench.during(other.importUnsent(file))).toEqual({ added: 0, known: 1 });
  await bench.time.run(61_000);
  expect(bench.server.effects().map(({ key }) => key)).toEqual([id]);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
  await bench.during(other.login('ben@ward.test', 'secret1'));
  await expect(bench.during(other.importUnsent(file))).rejects.toThrow('These entries belong to Engineer asha');
});

const command = (state: Command['state']): Command => ({
  ...upcast({ seq: 1, id: 'a', kind: 'k', call: { name: 'closeTask', method: 'POST', path: '/', body: null } }),
  state,
});
const facts = {
  offline: false,
  downloadPercent: null,
  isBehind: false,
  asOf: null,
  updateRequired: false,
  clockOffsetMs: 0,
};

test.each([
  [[], {}, 'Sync: up to date'],
  [['done'], {}, 'Sync: up to date'],
  [['sending', 'waiting'], {}, 'Sync: sending 2'],
  [['waiting', 'acked', 'signed-out'], {}, 'Sync: 3 waiting'],
  [[], { offline: true }, 'Sync: offline'],
  [['waiting'], { offline: true }, 'Sync: offline, 1 waiting'],
  [['attention', 'waiting'], { offline: true }, 'Sync: 1 need attention'],
  [[], { downloadPercent: 41.7 }, 'Sync: first download 41 %'],
  [[], { isBehind: true }, 'Sync: receiving changes'],
  [['sending'], { isBehind: true }, 'Sync: sending 1'],
] as const)('OB11 entries %j with %j are shown as %s', (states, extra, label) => {
  expect(statusOf({ ...facts, ...extra, commands: states.map(command) }).label).toBe(label);
});

test('OB12 settled entries are deleted after 30 days, unsettled ones never', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  const sent = await bench.during(engine.save('closeTask', closing('7')));
  await bench.during(engine.outcome(sent.id, 5000));
  bench.network = offline;
  const unsent = await bench.during(engine.save('closeTask', closing('8')));
  const idsAfter = async (days: number) => {
    const db = await openOutboxDatabase(tab.ports.databases);
    const outbox = createOutbox(db, () => startOfTest + days * 24 * 3600_000);
    await bench.during(outbox.prune());
    const ids = (await bench.during(outbox.recent())).map(({ id }) => id);
    db.close();
    return ids;
  };
  expect(await idsAfter(29)).toEqual([unsent.id, sent.id]);
  expect(await idsAfter(31)).toEqual([unsent.id]);
});

test('OB13 another user sees that an entry waits, not what it says', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = (request) => (request.headers['idempotency-key'] ? 'refuse' : undefined);
  await bench.during(engine.save('closeTask', closing('7', 'Private words')));
  await bench.during(engine.login('ben@ward.test', 'secret1'));
  expect(engine.outbox()).toMatchObject([{ own: false, userName: 'Engineer asha', title: 'Entry of Engineer asha' }]);
  expect(JSON.stringify(engine.outbox())).not.toContain('Private words');
  expect(engine.status().waiting).toBe(1);
});

test("OB13 another user does not see the entry's content in its refusal", async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = alreadyClosed;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.during(engine.outcome(id, 5000));
  expect(JSON.stringify(engine.outbox())).toContain('Room 4');
  await bench.during(engine.login('ben@ward.test', 'secret1'));
  const error = { code: 'task.already_closed', message: 'This task is already closed.' };
  expect(engine.outbox()).toMatchObject([{ own: false, state: 'attention', error }]);
  expect(JSON.stringify(engine.outbox())).not.toMatch(/Room 4|closedBy/);
});

test('CF2 a second closing becomes a note on the same task with its files', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  await bench.during(engine.save('closeTask', closing('7')));
  const second = await bench.during(engine.save('closeTask', closing('7', 'Also changed the fuse')));
  await bench.during(engine.outcome(second.id, 5000));
  const note = await bench.during(engine.addAsNote(second.id));
  expect(await bench.during(engine.outcome(note.id, 5000))).toMatchObject({ kind: 'received' });
  expect(bench.server.effects().at(-1)).toMatchObject({
    kind: 'task.note@1',
    body: { taskId: '7', note: 'Also changed the fuse' },
  });
  expect(engine.status()).toMatchObject({ attention: 0, waiting: 0 });
});

test('CF2 two taps on "Add as note" make one note', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  await bench.during(engine.save('closeTask', closing('7')));
  const second = await bench.during(engine.save('closeTask', closing('7', 'Also changed the fuse')));
  await bench.during(engine.outcome(second.id, 5000));
  const [one, other] = await bench.during(Promise.all([engine.addAsNote(second.id), engine.addAsNote(second.id)]));
  expect(other.id).toBe(one.id);
  await bench.time.run(10_000);
  expect(bench.server.effects().filter(({ kind }) => kind === 'task.note@1')).toHaveLength(1);
});

test('CF2 the note contains everything the second closing said', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const report = {
    TaskId: '7',
    ActionsTaken: 'Changed the fuse',
    IsActionRequired: true,
    ActionRequiredDetails: 'Order a pump',
  };
  bench.network = alreadyClosed;
  const second = await bench.during(engine.save('submitMaintenanceReport', report));
  await bench.during(engine.outcome(second.id, 5000));
  bench.network = open;
  await bench.during(engine.addAsNote(second.id));
  await bench.time.run(10_000);
  expect(bench.server.effects().at(-1)).toMatchObject({
    kind: 'task.note@1',
    body: { note: 'Changed the fuse\nAction required: Order a pump' },
  });
});

test('CF1 a reported breakdown is shown at once, until the replica has passed the version of its response', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  await bench.time.run(1000);
  bench.network = (request) => (request.headers['idempotency-key'] ? 'refuse' : undefined);
  const { id } = await bench.during(
    engine.save('reportTicket', {
      installationBaseId: '12',
      issueType: 'Electrical',
      problemReported: 'No power',
      priority: 'High',
      reportedDate: '2026-11-21',
    }),
  );
  expect(engine.view().get('ticket', id)).toMatchObject({ status: 'Open', ticketNumber: null });
  expect(engine.view().isPending('ticket', id)).toBe(true);
  bench.network = (request) => (request.path.startsWith('/api/Sync') ? 'refuse' : undefined);
  await bench.time.run(61_000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
  expect(engine.view().get('ticket', id)).toBeDefined();
  expect(engine.view().isPending('ticket', id)).toBe(false);
  bench.network = open;
  await bench.time.run(130_000);
  expect(engine.view().get('ticket', id)).toBeUndefined();
});

test('OB1 a tablet with a thousand unsent entries starts without losing any', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  tab.kill();
  const db = await openOutboxDatabase(bench.tablet.openTab().ports.databases);
  const [first] = await bench.during(db.read(({ commands }) => commands.toArray()));
  if (!first) throw new Error('Nothing saved.');
  const { seq: _seq, ...rest } = first;
  const more = Array.from({ length: 999 }, (_, at) => ({ ...rest, id: `${id}-${at}`, state: 'signed-out' as const }));
  await bench.during(db.write(['commands'], async ({ commands }) => commands.bulkAdd(more)));
  db.close();
  const later = await bench.openTab();
  expect(later.engine.status().waiting).toBe(1000);
});
