import { changesPageSize } from '#contract/calls/sync.ts';
import { createPull } from '#sync/pull/pull.ts';
import type { CallApi } from '#sync/pull/pages.ts';
import { openReplica } from '#sync/replica/replica.ts';
import { benchPorts, fetchPage, finished, forget, timed } from './ports.ts';

const hospitalId = 'h';

async function raw(count: number): Promise<number> {
  const name = `raw-${crypto.randomUUID()}`;
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('pages'));
  await finished(request);
  const database = request.result;
  const elapsed = await timed(async () => {
    for (let at = 0, more = true; more; at += 1) {
      const page = await fetchPage(count, at);
      const transaction = database.transaction('pages', 'readwrite', { durability: 'relaxed' });
      const done = finished(transaction);
      transaction.objectStore('pages').put(page.rows, at);
      transaction.objectStore('pages').put(page.next, 'cursor');
      await done;
      more = page.more;
    }
  });
  database.close();
  await forget(name);
  return elapsed;
}

async function applied(count: number): Promise<number> {
  const ports = benchPorts();
  const replica = await openReplica({ ports, hospitalId });
  const elapsed = await timed(async () => {
    for (let at = 0, more = true; more; at += 1) {
      const page = await fetchPage(count, at);
      if (!(await replica.applyPage(page))) throw new Error('A page was not taken.');
      more = page.more;
    }
  });
  if (replica.count('device') !== count) throw new Error(`${replica.count('device')} of ${count} devices arrived.`);
  await replica.close();
  await forget(`${ports.databases.namePrefix}replica-${hospitalId}`);
  return elapsed;
}

async function pulled(count: number): Promise<{ elapsed: number; firstPageMs: number; reopenMs: number }> {
  const ports = benchPorts();
  const replica = await openReplica({ ports, hospitalId });
  const answer = async (name: string, input: { query?: { cursor?: unknown } }) => {
    if (name === 'syncDigest') throw new Error('no digest in this bench');
    return fetchPage(count, Math.floor(Number(input.query?.cursor ?? 0) / changesPageSize));
  };
  const pull = createPull({
    ports,
    callApi: answer as unknown as CallApi,
    openEvents: () => Promise.reject(new Error('no events')),
    replica,
    onWarning: (warning) => {
      throw new Error(warning);
    },
  });
  const from = performance.now();
  let firstPageMs = 0;
  replica.subscribe(() => {
    firstPageMs ||= performance.now() - from;
  });
  const elapsed = await timed(() => pull.pullNow());
  if (replica.count('device') !== count) throw new Error(`${replica.count('device')} of ${count} devices arrived.`);
  await replica.close();
  let again = replica;
  const reopenMs = await timed(async () => {
    again = await openReplica({ ports, hospitalId });
  });
  if (again.count('device') !== count) throw new Error(`${again.count('device')} of ${count} devices came back.`);
  await again.close();
  await forget(`${ports.databases.namePrefix}replica-${hospitalId}`);
  return { elapsed, firstPageMs, reopenMs };
}

/** Runs one pair (and the app's own pull) of a first download of this many devices. Units: milliseconds. */
export async function downloadPair(count: number, rawFirst: boolean) {
  const before = rawFirst ? await raw(count) : 0;
  const appliedMs = await applied(count);
  const rawMs = rawFirst ? before : await raw(count);
  return { rawMs, appliedMs, ...(await pulled(count)) };
}
