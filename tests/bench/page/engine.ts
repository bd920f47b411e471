import { calls, callPath } from '#contract/index.ts';
import type { BodyInput } from '#contract/define.ts';
import { idempotencyHeader, kindHeader, madeAtHeader, protocolHeader, protocolVersion } from '#contract/calls/sync.ts';
import { openEngine } from '#sync/page.ts';
import { finished, forget, timed } from './ports.ts';

type SavedName = 'submitRound' | 'submitTestRecord';
type NoteBody = BodyInput<typeof calls.addTaskNote>;

/** Resolves when `look` returns a value; called on each change of the engine. */
async function becomes<T>(look: (engine: Awaited<ReturnType<typeof openEngine>>) => T | undefined): Promise<T> {
  const engine = await openEngine();
  return new Promise((resolve) => {
    const stop = engine.subscribe(() => check());
    const check = () => {
      const found = look(engine);
      if (found === undefined) return;
      stop();
      resolve(found);
    };
    check();
  });
}

/** Signs in and waits until the whole hospital is on this tablet. */
export async function signIn(email: string, password: string): Promise<void> {
  const engine = await openEngine();
  await engine.login(email, password);
  await becomes((engine) => (engine.view().ready && engine.status().downloadPercent === null ? true : undefined));
}

/**
 * Saves rounds or tests as their screens do, each followed by a bare durable write of the same size. Units:
 * milliseconds.
 */
export async function saveRuns<N extends SavedName = 'submitRound'>(
  bodies: BodyInput<(typeof calls)[N]>[],
  name = 'submitRound' as N,
): Promise<{ save: number; bare: number }[]> {
  const engine = await openEngine();
  const database = `raw-${crypto.randomUUID()}`;
  const request = indexedDB.open(database, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('rounds', { autoIncrement: true }));
  await finished(request);
  const runs: { save: number; bare: number }[] = [];
  for (const body of bodies) {
    const save = await timed(() => engine.save(name, body as never));
    const bare = await timed(async () => {
      const transaction = request.result.transaction('rounds', 'readwrite', { durability: 'strict' });
      const done = finished(transaction);
      transaction.objectStore('rounds').put(body);
      await done;
    });
    runs.push({ save, bare });
  }
  request.result.close();
  await forget(database);
  return runs;
}

/** Saves notes, which wait to be sent. */
export async function saveNotes(notes: NoteBody[]): Promise<void> {
  const engine = await openEngine();
  for (const note of notes) await engine.save('addTaskNote', note);
}

/** Returns how long the waiting entries take to be answered after the network is back. Units: milliseconds. */
export async function timeToSendAll(): Promise<number> {
  const from = await new Promise<number>((resolve) => {
    window.addEventListener('online', () => resolve(performance.now()), { once: true });
  });
  const refused = await becomes((engine) => {
    const { waiting, attention } = engine.status();
    return waiting === 0 ? attention : undefined;
  });
  if (refused > 0) throw new Error(`${refused} entries were refused.`);
  return performance.now() - from;
}

/** Sends the same requests without the engine, this many at once. Units: milliseconds. */
export async function fetchAll(notes: NoteBody[], email: string, password: string, atOnce: number): Promise<number> {
  const post = (call: typeof calls.login | typeof calls.addTaskNote, body: unknown, headers: Record<string, string>) =>
    fetch(`/api${callPath(call)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [protocolHeader]: protocolVersion, ...headers },
      body: JSON.stringify(body),
    });
  const { token } = await (await post(calls.login, { email, password }, {})).json();
  const { kind, version } = calls.addTaskNote.offline;
  let next = 0;
  const sender = async () => {
    for (let at = next++; at < notes.length; at = next++) {
      const answer = await post(calls.addTaskNote, notes[at], {
        Authorization: `Bearer ${token}`,
        [idempotencyHeader]: crypto.randomUUID(),
        [kindHeader]: `${kind}@${version}`,
        [madeAtHeader]: new Date().toISOString(),
      });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.json();
    }
  };
  return timed(() => Promise.all(Array.from({ length: atOnce }, sender)));
}
