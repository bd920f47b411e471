import { createHash, randomUUID } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaultReportRecord } from '#contract/records/ward.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { createVisitorApi } from '#ui/visitor/api.ts';
import { createSender, missingPhotos } from '#ui/visitor/send.ts';
import { openStore, type VisitorStore } from '#ui/visitor/store.ts';

const photo = Buffer.from('ffd8ffe000104a46494600010100000100010000ffda0008010100003f00aaffd9', 'hex');
const sha256 = createHash('sha256').update(photo).digest('hex');

let server: TestServer;
let asha: TestClient;
let store: VisitorStore;
let sender: ReturnType<typeof createSender>;

beforeAll(async () => {
  server = await startTestServer();
  asha = await server.as(server.city.users.bme);
  const settings = { isOn: true, helpline: '', keepDays: 90, labelLine: '' };
  const office = await server.as(server.city.users.hospital);
  await office.call('updateReportSettings', { body: settings, key: randomUUID() });
  store = openStore({ indexedDB: new IDBFactory(), IDBKeyRange });
  sender = createSender({
    store,
    api: createVisitorApi({
      async fetch(url, { method = 'GET', headers, body }) {
        const payload = body instanceof ArrayBuffer ? Buffer.from(body) : (body as string | undefined);
        const sent = { method: method as 'GET' | 'POST' | 'PUT', url, headers: headers as Record<string, string> };
        const answer = await server.app.inject({ ...sent, ...(payload !== undefined && { payload }) });
        const told = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
        return new Response(answer.statusCode === 204 ? null : answer.body, {
          status: answer.statusCode,
          headers: told,
        });
      },
      limit: () => new AbortController().signal,
    }),
    now: () => server.clock.now.getTime(),
    solve: () => expect.fail('no proof is needed'),
    alone: (work) => work(),
    onChange: () => undefined,
  });
});
afterAll(() => server.close());

/** What an open page does every 15 seconds. */
async function look(): Promise<void> {
  await sender.sendAll();
  await sender.follow();
  await sender.sendAll();
}
const kept = async () => (await store.reports(server.clock.now.getTime()))[0] ?? expect.fail('no report');
async function photosAtServer() {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  const reports = answer.rows.flatMap((part) => (part.kind === 'faultReport' ? part.rows : []));
  return (reports as unknown as FaultReportRecord[]).map(({ photos }) => photos.map(({ received }) => received));
}
/** Restores the server to a state before something had arrived. */
const forget = async (...statements: string[]) => {
  for (const statement of statements) await server.database.pool.query(statement);
};

test('A report photo that a restored server lacks is sent again, or the report says that it is missing', async () => {
  const id = randomUUID();
  const at = server.clock.now;
  await store.add({
    id,
    state: 'waiting',
    device: { equipmentName: 'Ventilator', departmentName: 'ICU', serialEnd: '0001', timeZone: 'Asia/Kolkata' },
    body: {
      id,
      serialNumber: 'VENT-0001',
      browser: randomUUID(),
      secret: randomUUID(),
      kind: 'damaged',
      photos: [{ sha256, size: photo.length }],
      reportedAt: at.toISOString(),
    },
    photos: [{ sha256, bytes: new Uint8Array(photo).buffer }],
    status: null,
    refusal: null,
    notBefore: 0,
    madeAt: at.getTime(),
  });
  await look();
  expect([(await kept()).state, missingPhotos(await kept()), await photosAtServer()]).toEqual(['sent', [], [[true]]]);

  // A backup from between the report and its photo.
  await forget('update attachment set received_at = null, received_bytes = 0');
  await look();
  expect([(await kept()).state, missingPhotos(await kept())]).toEqual(['sent', []]);
  expect(await photosAtServer()).toEqual([[true]]);

  // A backup from before the report: its photo is named anew.
  const before = ['delete from attachment_use', 'delete from attachment', 'delete from fault_report'];
  await forget(...before);
  await look();
  expect([(await kept()).state, missingPhotos(await kept())]).toEqual(['sent', []]);
  expect(await photosAtServer()).toEqual([[true]]);

  // The same, but the phone has given up the photo for room: the server must not wait for it.
  await forget(...before);
  await store.change(id, { photos: [] });
  await look();
  expect([(await kept()).state, missingPhotos(await kept()).length]).toEqual(['sent', 1]);
  expect(await photosAtServer()).toEqual([[]]);
});
