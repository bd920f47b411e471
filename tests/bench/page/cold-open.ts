import { Dexie } from 'dexie';
import { createStore } from 'tinybase';
import { createIndexedDbPersister } from 'tinybase/persisters/persister-indexed-db';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { openReplica } from '#sync/replica/replica.ts';
import { benchPorts, fetchPage } from './ports.ts';
import { rankedHits } from './ranked.ts';
import type { SqliteCall, SqliteAnswer } from './sqlite-worker.ts';

const shownRows = 20;
const hits = 50;
const searched = 'philips icu';

/** A way to store a hospital's devices on a tablet. */
export type Kept = 'ours' | 'dexie' | 'tinybase' | 'sqlite';

/** Times from an empty memory. Units: milliseconds. */
export interface ColdOpen {
  firstRowsMs: number;
  answerMs: number;
  rows: number;
  hits: number;
}

/** Ports with a fixed database name, so that a page finds what the previous one stored. */
const ports = () => {
  const fresh = benchPorts();
  return { ...fresh, databases: { ...fresh.databases, namePrefix: 'cold-' } };
};

const searchText = (device: DeviceRecord): string =>
  [device.serialNumber, device.equipmentName, device.makeName, device.modelName, device.departmentName, device.location]
    .join('\n')
    .toLowerCase();

async function pages(count: number, take: (devices: DeviceRecord[]) => unknown): Promise<void> {
  for (let at = 0, more = true; more; at += 1) {
    const page = await fetchPage(count, at);
    await take(page.rows.flatMap(({ rows }) => rows) as unknown as DeviceRecord[]);
    more = page.more;
  }
}

const dexie = (): Dexie => {
  const database = new Dexie('cold-dexie');
  database.version(1).stores({ devices: 'id, serialNumber' });
  return database;
};

function sqlite(): { ask(call: SqliteCall): Promise<SqliteAnswer>; end(): void } {
  const worker = new Worker(new URL('sqlite-worker.ts', import.meta.url), { type: 'module' });
  return {
    ask: (call) =>
      new Promise((resolve, reject) => {
        worker.addEventListener('message', ({ data }: MessageEvent<SqliteAnswer>) => resolve(data), { once: true });
        worker.addEventListener('error', (event) => reject(new Error(event.message)), { once: true });
        worker.postMessage(call, []);
      }),
    end: () => worker.terminate(),
  };
}

/** Stores this many devices with one of the methods. */
export async function fillCold(kept: Kept, count: number): Promise<void> {
  if (kept === 'ours') {
    const given = ports();
    const replica = await openReplica({ ports: given, hospitalId: 'h' });
    for (let at = 0, more = true; more; at += 1) {
      const page = await fetchPage(count, at);
      await replica.applyPage(page);
      more = page.more;
    }
    // Waits for the cleanup after the last page, and for a contact queued behind it.
    await given.skipWaits();
    await replica.touch();
    await replica.close();
  } else if (kept === 'dexie') {
    const database = dexie();
    await pages(count, (devices) => database.table('devices').bulkPut(devices));
    database.close();
  } else if (kept === 'tinybase') {
    const store = createStore();
    await pages(count, (devices) =>
      store.transaction(() => {
        for (const { id, serialNumber, ...rest } of devices) {
          const search = searchText({ id, serialNumber, ...rest });
          store.setRow('devices', id, { serialNumber, search, rest: JSON.stringify(rest) });
        }
      }),
    );
    const persister = createIndexedDbPersister(store, 'cold-tinybase');
    await persister.save();
    await persister.destroy();
  } else {
    const database = sqlite();
    await database.ask({ do: 'open' });
    await pages(count, (devices) =>
      database.ask({
        do: 'put',
        rows: devices.map((device) => [device.id, device.serialNumber, searchText(device), JSON.stringify(device)]),
      }),
    );
    await database.ask({ do: 'close' });
    database.end();
  }
}

/** Opens one of the stores in a fresh page: the first rows of the list, then the answer to a search. */
export async function coldOpen(kept: Kept): Promise<ColdOpen> {
  const from = performance.now();
  const since = () => performance.now() - from;
  if (kept === 'ours') {
    const replica = await openReplica({ ports: ports(), hospitalId: 'h' });
    const rows = replica.searchDevices('', shownRows).length;
    const firstRowsMs = since();
    const found = replica.searchDevices(searched, hits).length;
    Object.assign(window, { held: replica });
    return { firstRowsMs, answerMs: since(), rows, hits: found };
  }
  if (kept === 'dexie') {
    const database = dexie();
    const devices = database.table<DeviceRecord>('devices');
    const rows = (await devices.orderBy('serialNumber').limit(shownRows).toArray()).length;
    const firstRowsMs = since();
    const texts = (await devices.toArray()).map(searchText);
    const found = rankedHits(texts, searched, hits).length;
    return { firstRowsMs, answerMs: since(), rows, hits: found };
  }
  if (kept === 'tinybase') {
    const store = createStore();
    await createIndexedDbPersister(store, 'cold-tinybase').load();
    const rows = store.getSortedRowIds('devices', 'serialNumber', false, 0, shownRows).length;
    const firstRowsMs = since();
    const texts: string[] = [];
    store.forEachRow('devices', (id) => texts.push(store.getCell('devices', id, 'search') as string));
    const found = rankedHits(texts, searched, hits).length;
    Object.assign(window, { held: store });
    return { firstRowsMs, answerMs: since(), rows, hits: found };
  }
  const database = sqlite();
  await database.ask({ do: 'open' });
  const { rows } = await database.ask({ do: 'first', limit: shownRows });
  const firstRowsMs = since();
  const answer = await database.ask({ do: 'search', words: searched.split(' '), limit: hits });
  const opened = { firstRowsMs, answerMs: since(), rows: rows.length, hits: answer.rows.length };
  await database.ask({ do: 'close' });
  database.end();
  return opened;
}
